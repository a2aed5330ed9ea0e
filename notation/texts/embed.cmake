# Writes OUT, a C++ source with the JSON catalogues FILES (joined by "|") as texts: notation/texts/embedded.h.
string(REPLACE "|" ";" files "${FILES}")
# One literal is longer than compilers must take; those of this project take it.
set(source "#include \"notation/texts/embedded.h\"\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\nnamespace cairn {\nnamespace {\nconst EmbeddedCatalogue kEmbedded[] = {\n")
foreach(file IN LISTS files)
  get_filename_component(language "${file}" NAME_WE)
  file(READ "${file}" text)
  string(APPEND source "{\"${language}\", R\"catalogue(${text})catalogue\"},\n")
endforeach()
string(APPEND source "};\n}  // namespace\nstd::span<const EmbeddedCatalogue> embedded_catalogues() { return kEmbedded; }\n}  // namespace cairn\n")
file(WRITE "${OUT}" "${source}")
