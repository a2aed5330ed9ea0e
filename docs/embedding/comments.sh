#!/bin/sh
# Makes comments of a header into those that Doxygen reads: the first ones tell of the file.
exec sed -E '1s,^// ,/// @file\n/// ,
s,^( *)//($| ),\1///\2,
s,([^ /].*[;{})\,])  // ,\1  ///< ,' "$1"
