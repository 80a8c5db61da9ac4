@testable import FeatureTools

/// Returns the findings in files of one package, as `LINE: RULE`.
func findings(_ source: String, test: String = "", isExported: Bool = false) -> [String] {
  let files = [
    SourceFile(
      path: "Feature.swift",
      target: PackageInventory.Target(name: "Program", folder: "Sources/Program", isExported: isExported),
      text: source
    ),
    SourceFile(
      path: "FeatureTests.swift",
      target: PackageInventory.Target(name: "ProgramTests", folder: "Tests/ProgramTests", isTest: true),
      text: test
    ),
  ]
  return Linter().findings(in: SourcePackage(files: files)).map { "\($0.line): \($0.rule)" }
}

/// Returns a feature whose action `tapped` runs code.
func feature(state: String = "var count = 0", _ code: String) -> String {
  """
  @Reducer
  struct Feature {
    struct State { \(state) }
    enum Action { case loaded, tapped }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .loaded: return .none
        case .tapped:
  \(code)
        }
      }
    }
  }
  func use(_ store: StoreOf<Feature>) { store.send(.tapped); store.send(.loaded) }
  """
}
