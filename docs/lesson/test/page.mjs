/*
 * The lesson in headless Chromium: one browser for all files, one of which there is for each concept, and each can be
 * run by itself. In: CHROMIUM, the program; SEED.
 */
import './browser/steps.mjs';
import './browser/predict.mjs';
import './browser/switches.mjs';
import './browser/phone.mjs';
import './browser/hand.mjs';
import './browser/address.mjs';
import './browser/exercise.mjs';
import './browser/cards.mjs';
import './browser/tiles.mjs';
import './browser/fields.mjs';
import './browser/run.mjs';
import './browser/keyboard.mjs';
import './browser/looks.mjs';
import './browser/reader.mjs';
