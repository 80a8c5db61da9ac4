/// A page of the gallery.
enum Page: String, CaseIterable, Identifiable {
  case text, choices, list, tree, work, log, table

  var id: Self { self }

  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
