# What Doxygen 1.9.4 misreads in a header, written in another way for it.
# The ' of 1'000 starts a character:
:again
s/\b(0x[0-9a-fA-F]+|[0-9]+)'([0-9a-fA-F])/\1\2/
t again
# `local` is a keyword of another language that it knows:
s/(std::uint64_t local) = ([^;]+);/\1{\2};/
