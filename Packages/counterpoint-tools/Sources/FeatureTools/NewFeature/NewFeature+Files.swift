extension NewFeature {
  /// A file of a feature.
  package struct File: Equatable, Sendable {
    /// The path of the file.
    package let path: String
    /// Its contents.
    package let text: String
  }

  /// The files of the feature, of which none exists yet.
  package var files: [File] {
    var files = [File(path: "\(target.folder)/\(name)/\(name).swift", text: feature)]
    for view in views {
      let (suffix, text) = view.platform == .terminal ? ("Screen", screen(of: view)) : ("Page", page(of: view))
      files.append(File(path: "\(view.target.folder)/\(name)/\(name)\(suffix).swift", text: text))
    }
    let own = views.filter { $0.tests == tests }
    files.append(File(path: "\(tests.folder)/\(name)Tests.swift", text: test(of: own, named: name, counts: true)))
    for view in views where view.tests != tests && view == views.first(where: { $0.tests == view.tests }) {
      let others = views.filter { $0.tests == view.tests }
      let path = "\(view.tests.folder)/\(name)ViewTests.swift"
      files.append(File(path: path, text: test(of: others, named: "\(name)View", counts: false)))
    }
    return files
  }

  /// Whether a view is in another target, so that what it uses is public.
  private var isPublic: Bool { views.contains { $0.target != target } }

  /// The name as texts show it: `Shopping list` for `ShoppingList`.
  var title: String {
    var title = ""
    var previous: Character?
    for character in name {
      let beginsWord = character.isUppercase && previous?.isUppercase == false
      title += beginsWord ? " \(character.lowercased())" : "\(character)"
      previous = character
    }
    return title
  }

  /// The name as functions begin: `shoppingList` for `ShoppingList`, and `urlList` for `URLList`.
  var lowercasedName: String {
    let capitals = name.prefix { $0.isUppercase }.count
    let count = capitals > 1 && capitals < name.count ? capitals - 1 : capitals
    return name.prefix(count).lowercased() + name.dropFirst(count)
  }
}

// MARK: - Templates

extension NewFeature {
  private var feature: String {
    let access = isPublic ? "public " : ""
    // A public declaration has a documentation comment.
    func comment(_ text: String, indent: String = "") -> String { isPublic ? "\(indent)/// \(text)\n" : "" }
    let stateInitializer =
      !isPublic
      ? ""
      : """


          /// Creates a state.
          ///
          /// - Parameter count: The count.
          public init(count: Int = 0) {
            self.count = count
          }
      """
    let initializer =
      !isPublic
      ? ""
      : """
        /// Creates the reducer.
        public init() {}


      """
    // A site runs a store on the actor of each session, also in a module whose default is the main actor.
    let isolation = views.contains { $0.platform == .web } ? "nonisolated " : ""
    return """
      \(access)import Counterpoint

      \(comment("Counts up and down."))@Reducer
      \(access)\(isolation)struct \(name) {
      \(comment("The state, which views show.", indent: "  "))  @ObservableState
        \(access)struct State: Codable, Equatable, Sendable {
      \(comment("The number that the buttons change.", indent: "    "))    \(access)var count = 0\(stateInitializer)
        }

      \(comment("The intents of the user.", indent: "  "))  \(access)enum Action: Codable, Equatable, Sendable {
      \(comment("Count down.", indent: "    "))    case decrementButtonTapped
      \(comment("Count up.", indent: "    "))    case incrementButtonTapped
        }

      \(initializer)\(comment("Handles the actions.", indent: "  "))  \(access)var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .decrementButtonTapped:
              state.count -= 1
              return .none

            case .incrementButtonTapped:
              state.count += 1
              return .none
            }
          }
        }
      }

      """
  }

  /// Returns the sorted imports of a file.
  ///
  /// - Parameters:
  ///   - modules: The modules, with the access of the import before the name.
  ///   - own: The module of the file. A feature of another module is imported.
  private func imports(_ modules: [String], in own: PackageInventory.Target, access: String) -> String {
    let modules = modules + (own == target ? [] : ["\(access)import \(target.name)"])
    return modules.sorted { $0.split(separator: " ").last! < $1.split(separator: " ").last! }.joined(separator: "\n")
  }

  private func screen(of view: View) -> String {
    let isPublic = view.target != target
    let access = isPublic ? "public " : ""
    let modules = ["\(access)import Counterpoint", "\(access)import CounterpointTerminal"]
    let screen = isPublic ? "  /// Returns the lines of the screen.\n" : ""
    let command = isPublic ? "  /// Handles an event; returns the command to quit.\n" : ""
    let initializer =
      !isPublic
      ? ""
      : """


        /// Creates the view of a store.
        ///
        /// - Parameter store: The store.
        public init(store: StoreOf<\(name)>) {
          self.store = store
        }
      """
    return """
      \(imports(modules, in: view.target, access: access))

      /// The feature on a terminal. Use it on the store's actor.
      \(access)struct \(name)Screen {
        let store: StoreOf<\(name)>\(initializer)

      \(screen)  \(access)func screen(size: TerminalSize) -> Screen {
          [
            StyledText("\(title)").bold(),
            "",
            StyledText("\\(store.count)"),
            "",
            .keyHint("↑", "Up") + "  " + .keyHint("↓", "Down") + "  " + .keyHint("q", "Quit"),
          ]
        }

      \(command)  \(access)func command(for event: TerminalEvent) -> TerminalCommand<Never>? {
          guard case .key(let key) = event else { return nil }
          switch key {
          case .up: store.send(.incrementButtonTapped)
          case .down: store.send(.decrementButtonTapped)
          case "q": return .quit
          default: break
          }
          return nil
        }
      }

      """
  }

  private func page(of view: View) -> String {
    let access = view.target == target ? "" : "public "
    let modules = [
      "import Counterpoint", "\(access)import CounterpointHTML", "\(access)import CounterpointSessions",
    ]
    return """
      \(imports(modules, in: view.target, access: access))

      nonisolated extension \(name).State {
        /// The feature as a page.
        \(access)var page: [HTML] {
          html {
            Element(.h1) { "\(title)" }
            Element(.p, .role("status")) { "\\(count)" }
            Element.button(\(name).Action.decrementButtonTapped) { "Down" }
            Element.button(\(name).Action.incrementButtonTapped) { "Up" }
          }
        }
      }

      /// Returns the feature as a program for browsers.
      \(access)func \(lowercasedName)App() -> WebApp<\(name).State, \(name).Action> {
        WebApp(title: "\(title)") { actor in
          Store(initialState: \(name).State(), isolation: actor) { \(name)() }.view
        } screen: { state in
          state.page
        }
      }

      """
  }

  /// Returns a file of tests.
  ///
  /// - Parameters:
  ///   - views: The views that are tested.
  ///   - suite: The name of the suite, without its ending.
  ///   - counts: Whether the feature is tested too.
  private func test(of views: [View], named suite: String, counts: Bool) -> String {
    let platforms = views.map(\.platform)
    let imports =
      ["Counterpoint"] + (platforms.contains(.web) ? ["CounterpointHTML"] : [])
      + (platforms.contains(.terminal) ? ["CounterpointTerminal"] : []) + (counts ? ["CounterpointTesting"] : [])
      + ["Testing"]
    let tested = Set([target.name] + views.map(\.target.name)).sorted()
    let tests =
      (counts ? [countingTest] : []) + (platforms.contains(.terminal) ? [screenTest] : [])
      + (platforms.contains(.web) ? [pageTest] : [])
    return """
      \(imports.map { "import \($0)" }.joined(separator: "\n"))

      \(tested.map { "@testable import \($0)" }.joined(separator: "\n"))

      @Suite struct \(suite)Tests {
      \(tests.joined(separator: "\n\n"))
      }

      """
  }

  private var countingTest: String {
    """
      @Test func countsUpAndDown() async {
        let store = TestStore(initialState: \(name).State()) { \(name)() }
        await store.send(.incrementButtonTapped) { $0.count = 1 }
        await store.send(.decrementButtonTapped) { $0.count = 0 }
      }
    """
  }

  private var screenTest: String {
    """
      @MainActor
      @Test func keysCount() {
        let screen = \(name)Screen(store: Store(initialState: \(name).State()) { \(name)() })
        for key: Key in [.up, .up, .down] { _ = screen.command(for: .key(key)) }
        #expect(
          screen.screen(size: .standard).plainText(size: .standard) == \"""
            \(title)

            1

            [↑] Up  [↓] Down  [q] Quit
            \"""
        )
        #expect(screen.command(for: .key("q")) == .quit)
      }
    """
  }

  private var pageTest: String {
    """
      @Test func thePageShowsTheCount() {
        #expect(\(name).State(count: 3).page.markup.contains("<p role=\\"status\\">3</p>"))
      }
    """
  }
}
