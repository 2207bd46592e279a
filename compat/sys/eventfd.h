/* See posix.h. */
#include "posix.h"
