// Prints the definitions and uses that the compiler noted in an index store, for Scripts/check-layers.
//
//   index_dump STORE FOLDER
//
// One line for each occurrence in a file below the folder, but outside of `.build`: the file, the line, the column,
// D (defines) or U (uses), the symbol's unique identifier, and its name, separated by tabs.
#include <indexstore/indexstore.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  indexstore_t store;
  const char *folder;
  char file[PATH_MAX];
} dump;

static bool is_below(const dump *dump, indexstore_string_ref_t path) {
  size_t length = strlen(dump->folder);
  return path.length > length && strncmp(path.data, dump->folder, length) == 0
    && memmem(path.data, path.length, "/.build", 7) == NULL;
}

static bool print_occurrence(void *context, indexstore_occurrence_t occurrence) {
  const dump *dump = context;
  uint64_t roles = indexstore_occurrence_get_roles(occurrence);
  // What the compiler implies is at no place in the code.
  if (roles & INDEXSTORE_SYMBOL_ROLE_IMPLICIT) return true;
  char kind = roles & INDEXSTORE_SYMBOL_ROLE_DEFINITION ? 'D' : roles & INDEXSTORE_SYMBOL_ROLE_REFERENCE ? 'U' : 0;
  if (!kind) return true;
  unsigned line, column;
  indexstore_occurrence_get_line_col(occurrence, &line, &column);
  indexstore_symbol_t symbol = indexstore_occurrence_get_symbol(occurrence);
  indexstore_string_ref_t id = indexstore_symbol_get_usr(symbol), name = indexstore_symbol_get_name(symbol);
  printf("%s\t%u\t%u\t%c\t%.*s\t%.*s\n", dump->file, line, column, kind, (int)id.length, id.data, (int)name.length, name.data);
  return true;
}

static bool print_record(void *context, indexstore_unit_dependency_t dependency) {
  dump *dump = context;
  indexstore_string_ref_t file = indexstore_unit_dependency_get_filepath(dependency);
  if (indexstore_unit_dependency_get_kind(dependency) != INDEXSTORE_UNIT_DEPENDENCY_RECORD || !is_below(dump, file)) return true;
  snprintf(dump->file, sizeof dump->file, "%.*s", (int)file.length, file.data);
  indexstore_string_ref_t ref = indexstore_unit_dependency_get_name(dependency);
  char name[PATH_MAX];
  snprintf(name, sizeof name, "%.*s", (int)ref.length, ref.data);
  indexstore_record_reader_t record = indexstore_record_reader_create(dump->store, name, NULL);
  if (!record) return true;
  indexstore_record_reader_occurrences_apply_f(record, dump, print_occurrence);
  indexstore_record_reader_dispose(record);
  return true;
}

static bool print_unit(void *context, indexstore_string_ref_t ref) {
  dump *dump = context;
  char name[PATH_MAX];
  snprintf(name, sizeof name, "%.*s", (int)ref.length, ref.data);
  indexstore_unit_reader_t unit = indexstore_unit_reader_create(dump->store, name, NULL);
  if (!unit) return true;
  if (is_below(dump, indexstore_unit_reader_get_main_file(unit))) {
    indexstore_unit_reader_dependencies_apply_f(unit, dump, print_record);
  }
  indexstore_unit_reader_dispose(unit);
  return true;
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: index_dump STORE FOLDER\n");
    return 64;
  }
  indexstore_error_t error = NULL;
  dump dump = {.store = indexstore_store_create(arguments[1], &error), .folder = arguments[2]};
  if (!dump.store) {
    fprintf(stderr, "%s\n", indexstore_error_get_description(error));
    return 1;
  }
  indexstore_store_units_apply_f(dump.store, 0, &dump, print_unit);
  indexstore_store_dispose(dump.store);
  return 0;
}
