import CaseKeyPaths
import CounterpointCore
import Testing

@Suite struct StackActionTests {
  enum Detail: Equatable, CasePathable {
    case save

    struct AllCasePaths: Sendable {
      var save: AnyCasePath<Detail, Void> {
        AnyCasePath(embed: { .save }, extract: { if case .save = $0 { () } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Screen: Equatable, CasePathable {
    case detail(Detail)

    struct AllCasePaths: Sendable {
      var detail: AnyCasePath<Screen, Detail> {
        AnyCasePath(embed: Screen.detail, extract: { if case .detail(let detail) = $0 { detail } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: Equatable, CasePathable {
    case path(StackAction<String, Screen>)

    struct AllCasePaths: Sendable {
      var path: AnyCasePath<Action, StackAction<String, Screen>> {
        AnyCasePath(embed: Action.path, extract: { if case .path(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func pathsLeadToTheActionsOfOneElement() {
    let action = Action.path(.element(id: 0, action: .detail(.save)))
    let path: CaseKeyPath<Action, Void> = \.path[id: 0].detail.save
    #expect(path() == action)
    #expect(action.is(\.path[id: 0].detail.save))
    #expect(!action.is(\.path[id: 1].detail.save))
    #expect(path == \.path[id: 0].detail.save)
    #expect(path != \.path[id: 1].detail.save)
    #expect(action[case: \.path.element]?.id == 0)
  }

  @Test func comingAndGoingHavePathsToo() {
    let push = Action.path(.push(id: 3, state: "new"))
    #expect(push[case: \.path.push]?.id == 3)
    #expect(push[case: \.path.push]?.state == "new")
    let pop = Action.path(.popFrom(id: 2))
    #expect(pop[case: \.path.popFrom] == 2)
    #expect((\Action.Cases.path.popFrom)(2) == pop)
    #expect(!pop.is(\.path.push))
  }

  @Test func casesAreListedAndFound() {
    typealias Stack = StackAction<String, Screen>
    #expect(Array(Stack.allCasePaths) == [\.element, \.popFrom, \.push])
    #expect(Stack.popFrom(id: 1).case == \.popFrom)
    #expect(Stack.push(id: 1, state: "").case == \.push)
    #expect(Stack.element(id: 1, action: .detail(.save)).case == \.element)
  }
}
