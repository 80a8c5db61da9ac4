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
    let folder = "\(target.folder)/\(name)"
    var files = [File(path: "\(folder)/\(name).swift", text: feature)]
    if platforms.contains(.terminal) { files.append(File(path: "\(folder)/\(name)Screen.swift", text: screen)) }
    if platforms.contains(.web) { files.append(File(path: "\(folder)/\(name)Page.swift", text: page)) }
    return files + [File(path: "\(tests.folder)/\(name)Tests.swift", text: test)]
  }

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
    """
    import Counterpoint

    @Reducer
    struct \(name) {
      @ObservableState
      struct State: Codable, Equatable, Sendable {
        var count = 0
      }

      enum Action: Codable, Equatable, Sendable {
        case decrementButtonTapped
        case incrementButtonTapped
      }

      var body: some ReducerOf<Self> {
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

  private var screen: String {
    """
    import Counterpoint
    import CounterpointTerminal

    /// The feature on a terminal. Use it on the store's actor.
    struct \(name)Screen {
      let store: StoreOf<\(name)>

      func screen(size: TerminalSize) -> Screen {
        [
          StyledText("\(title)").bold(),
          "",
          StyledText("\\(store.count)"),
          "",
          .keyHint("↑", "Up") + "  " + .keyHint("↓", "Down") + "  " + .keyHint("q", "Quit"),
        ]
      }

      func command(for event: TerminalEvent) -> TerminalCommand<Never>? {
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

  private var page: String {
    """
    import Counterpoint
    import CounterpointHTML
    import CounterpointSessions

    extension \(name).State {
      /// The feature as a page.
      var page: [HTML] {
        html {
          Element(.h1) { "\(title)" }
          Element(.p, .role("status")) { "\\(count)" }
          Element.button(\(name).Action.decrementButtonTapped) { "Down" }
          Element.button(\(name).Action.incrementButtonTapped) { "Up" }
        }
      }
    }

    /// Returns the feature as a program for browsers.
    func \(lowercasedName)App() -> WebApp<\(name).State, \(name).Action> {
      WebApp(title: "\(title)") { actor in
        Store(initialState: \(name).State(), isolation: actor) { \(name)() }.view
      } screen: { state in
        state.page
      }
    }

    """
  }

  private var test: String {
    let imports =
      ["Counterpoint"] + (platforms.contains(.web) ? ["CounterpointHTML"] : [])
      + (platforms.contains(.terminal) ? ["CounterpointTerminal"] : []) + ["CounterpointTesting", "Testing"]
    let tests =
      [countingTest] + (platforms.contains(.terminal) ? [screenTest] : [])
      + (platforms.contains(.web) ? [pageTest] : [])
    return """
      \(imports.map { "import \($0)" }.joined(separator: "\n"))

      @testable import \(target.name)

      @Suite struct \(name)Tests {
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
