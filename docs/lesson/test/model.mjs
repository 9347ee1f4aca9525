/*
 * The lesson's models against the library: all that the page can show is computed by modules that know no page. One file
 * for each concept, and each can be run by itself. In: SEED.
 */
import './model/keys.mjs';
import './model/sweeps.mjs';
import './model/switches.mjs';
import './model/pseudo.mjs';
import './model/predict.mjs';
import './model/hand.mjs';
import './model/address.mjs';
import './model/tiles.mjs';
import './model/onesweep.mjs';
import './model/pairs.mjs';
import './model/exercise.mjs';
import './model/questions.mjs';
import './model/cost.mjs';
import './model/sources.mjs';
