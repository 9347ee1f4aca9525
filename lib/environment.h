/* The environment, where it may be trusted. */
#ifndef SWEEP_ENVIRONMENT_H
#define SWEEP_ENVIRONMENT_H

/* The value of an environment variable; NULL if it is not set, and in a program that runs with more rights than its
   caller (set-user-ID, set-group-ID, file capabilities): there the caller must not choose libraries to load, folders to
   write to or a compiler's options. The one way in which this library reads the environment. */
const char *sweep_environment(const char *name);

#endif
