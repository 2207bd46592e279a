/* metrics - figures for monitoring, in the text format of Prometheus (docs/deploy.md lists them).
 */
#ifndef DAMERO_SERVER_METRICS_H
#define DAMERO_SERVER_METRICS_H

#include "base/text.h"
#include "server/service.h"

enum { METRICS_MOST = 16384 }; /* bytes */

void metrics_write(service *, text *);

#endif
