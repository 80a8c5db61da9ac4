import CaseKeyPaths
import CounterpointCore
import Foundation
import Testing

@Suite struct IdentifiedActionTests {
  struct Row: Reducer {
    struct State: Identifiable { let id: Int }

    enum Action: Equatable, CasePathable {
      case tap
      case rename(String)

      struct AllCasePaths: Sendable {
        var tap: AnyCasePath<Action, Void> {
          AnyCasePath(embed: { .tap }, extract: { if case .tap = $0 { () } else { nil } })
        }
        var rename: AnyCasePath<Action, String> {
          AnyCasePath(embed: Action.rename, extract: { if case .rename(let name) = $0 { name } else { nil } })
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  enum Action: Equatable, CasePathable {
    case rows(IdentifiedActionOf<Row>)

    struct AllCasePaths: Sendable {
      var rows: AnyCasePath<Action, IdentifiedActionOf<Row>> {
        AnyCasePath(embed: Action.rows, extract: { if case .rows(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func pathsLeadToTheActionsOfOneElement() {
    let action = Action.rows(.element(id: 7, action: .rename("Bach")))
    let path: CaseKeyPath<Action, String> = \.rows[id: 7].rename
    #expect(path("Bach") == action)
    #expect(action[case: \.rows[id: 7].rename] == "Bach")
    #expect(!action.is(\.rows[id: 8].rename))
    #expect(!action.is(\.rows[id: 7].tap))
    #expect(action.is(\.rows[id: 7]))
    #expect(action[case: \.rows.element]?.id == 7)
    let id = 3 + 4
    #expect(path == \.rows[id: id].rename)
    #expect(path != \.rows[id: 8].rename)
  }

  @Test func theCaseIsListedAndFound() {
    #expect(Array(IdentifiedActionOf<Row>.allCasePaths) == [\.element])
    #expect(IdentifiedActionOf<Row>.element(id: 1, action: .tap).case == \.element)
  }

  @Test func coding() throws {
    let action = IdentifiedAction<Int, String>.element(id: 3, action: "tap")
    let json = try JSONEncoder().encode(action)
    #expect(try JSONDecoder().decode(IdentifiedAction<Int, String>.self, from: json) == action)
    #expect(Set([action, action, .element(id: 4, action: "tap")]).count == 2)
  }
}
