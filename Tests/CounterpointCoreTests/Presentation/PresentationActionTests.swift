import CaseKeyPaths
import CounterpointCore
import Foundation
import Testing

@Suite struct PresentationActionTests {
  enum Edit: Equatable, CasePathable {
    case save
    case title(String)

    struct AllCasePaths: Sendable {
      var save: AnyCasePath<Edit, Void> {
        AnyCasePath(embed: { .save }, extract: { if case .save = $0 { () } else { nil } })
      }
      var title: AnyCasePath<Edit, String> {
        AnyCasePath(embed: Edit.title, extract: { if case .title(let title) = $0 { title } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Destination: Equatable, CasePathable {
    case edit(Edit)
    case other

    struct AllCasePaths: Sendable {
      var edit: AnyCasePath<Destination, Edit> {
        AnyCasePath(embed: Destination.edit, extract: { if case .edit(let edit) = $0 { edit } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: Equatable, CasePathable {
    case destination(PresentationAction<Destination>)

    struct AllCasePaths: Sendable {
      var destination: AnyCasePath<Action, PresentationAction<Destination>> {
        AnyCasePath(
          embed: Action.destination,
          extract: { if case .destination(let action) = $0 { action } else { nil } }
        )
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func pathsGoStraightIntoTheChild() {
    let action = Action.destination(.presented(.edit(.save)))
    let short: CaseKeyPath<Action, Void> = \.destination.edit.save
    let long: CaseKeyPath<Action, Void> = \.destination.presented.edit.save
    #expect(short() == action)
    #expect(long() == action)
    #expect(action.is(\.destination.edit.save))
    #expect(!action.is(\.destination.edit.title))
    #expect(!action.is(\.destination.dismiss))
    #expect(Action.destination(.dismiss).is(\.destination.dismiss))
    #expect(action[case: \.destination.edit] == .save)
    switch action {
    case \.destination.edit.save: break
    default: Issue.record("The pattern did not match.")
    }
  }

  @Test func aCaseOfTheChildStandsForPresentationActionsOfItsOwn() {
    let path: CaseKeyPath<Action, PresentationAction<Edit>> = \.destination.edit
    #expect(path(.dismiss) == .destination(.dismiss))
    #expect(path(.presented(.save)) == .destination(.presented(.edit(.save))))
    #expect(Action.destination(.dismiss)[case: path] == .dismiss)
    #expect(Action.destination(.presented(.edit(.save)))[case: path] == .presented(.save))
    #expect(Action.destination(.presented(.other))[case: path] == nil)
  }

  @Test func casesAreListedAndFound() {
    #expect(Array(PresentationAction<Edit>.allCasePaths) == [\.dismiss, \.presented])
    #expect(PresentationAction<Edit>.dismiss.case == \.dismiss)
    #expect(PresentationAction<Edit>.presented(.save).case == \.presented)
  }

  @Test func coding() throws {
    for action in [PresentationAction<Int>.dismiss, .presented(3)] {
      let json = try JSONEncoder().encode(action)
      #expect(try JSONDecoder().decode(PresentationAction<Int>.self, from: json) == action)
      #expect(Set([action, action]).count == 1)
    }
  }
}
