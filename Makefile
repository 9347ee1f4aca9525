# The commands of sweepsort's home. Each is a script or one call of cmake; nothing is decided here.
PREFIX ?= /usr/local

help:
	@echo 'make demo        build, sort real data, check it, show a table of speeds (a minute)'
	@echo 'make test        every short test: gcc, clang, ASan + UBSan, TSan (minutes)'
	@echo 'make test-long   the full matrix of tests'
	@echo 'make bench       sweepsort beside other sorts, a table and pictures (minutes; installs their packages)'
	@echo 'make js          the npm package, in build/js (needs clang, lld and npm)'
	@echo 'make lesson      the lesson, a page to open, in build/lesson (as make js, and node)'
	@echo 'make metal-report   on a Mac: build, test and measure on its GPU, print a report (docs/metal.md)'
	@echo 'make install     the library and the command to PREFIX ($(PREFIX)), below DESTDIR'
	@echo 'make uninstall   removes what the last make install put there'
	@echo 'make clean       remove build/'

demo:
	@scripts/demo.sh

test:
	@scripts/test.sh short

test-long:
	@scripts/test.sh long

bench:
	@scripts/bench.sh

js:
	@bindings/js/build.sh && cd build/js && npm pack ./package

lesson:
	@bindings/js/build.sh && node docs/lesson/build.mjs build/js/package build/lesson/index.html

metal-report:
	@scripts/metal-report.sh

install:
	@PREFIX='$(PREFIX)' scripts/install.sh

uninstall:
	@scripts/uninstall.sh

clean:
	rm -rf build

.PHONY: help demo test test-long bench js lesson metal-report install uninstall clean
