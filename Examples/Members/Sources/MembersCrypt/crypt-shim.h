// libxcrypt: the hashes of passwords in /etc/shadow.
#include <crypt.h>
