import CounterpointTerminal

/// A tree of files, and the path of the selected one.
struct TreePage: Equatable {
  struct File {
    let path: String
    var files: [File]?

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  }

  private static let roots = [
    File(
      path: "Sources",
      files: [
        File(
          path: "Sources/Core",
          files: [File(path: "Sources/Core/Effect.swift"), File(path: "Sources/Core/Store.swift")]
        ),
        File(path: "Sources/Terminal", files: [File(path: "Sources/Terminal/Screen.swift")]),
      ]
    ),
    File(path: "Tests", files: []), File(path: "Package.swift"),
  ]

  private(set) var tree = TreeList<String>(expanded: ["Sources"])

  private var rows: [TreeList<String>.Row<File>] { tree.rows(of: Self.roots, id: \.path, children: \.files) }

  private var layout: Layout {
    .rows([
      .fill { size in tree.screen(of: rows, size: size) { StyledText($0.name) } },
      .line { _ in StyledText(tree.selectedRow(of: rows)?.id ?? "").styled(Theme.current.muted) },
    ])
  }

  func screen(size: TerminalSize) -> Screen { layout.screen(size: size) }

  mutating func handle(_ event: TerminalEvent, size: TerminalSize) -> Bool {
    let frame = layout.frames(in: size)[0]
    guard let event = event.relative(to: frame) else { return false }
    return tree.handle(event, rows: rows, height: frame.size.rows) != nil
  }
}
