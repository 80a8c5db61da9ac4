import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import DependencyInjection
import Foundation
import IdentifiedArrays
import Testing

/// Every operator of the library passes on the hooks of the reducers that it runs.
@MainActor
@Suite struct OperatorLifecycleTests {
  @Test(arguments: OperatorWithHook.all, Hook.allCases)
  func aHookBelowAnOperatorIsCalled(_ operator: OperatorWithHook, _ hook: Hook) {
    let attachment = HookAttachment(hook: hook)
    #expect(`operator`.calls(attachment) == attachment.expectedCalls)
  }

  /// Finds the reducers of the library that run other reducers, so that a new one gets into the table.
  @Test func theTableHasEveryOperator() throws {
    let core = URL(filePath: #filePath).appending(path: "../../../../Sources/CounterpointCore").standardized
    let files = try #require(FileManager.default.enumerator(at: core, includingPropertiesForKeys: nil))
    var names: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: #/\bstruct\s+(\w+)\s*<([^{}]*)>\s*:\s*([^{}]*)\{/#) {
        let (name, parameters, protocols) = (match.1, match.2, match.3)
        if parameters.contains("Reducer"), protocols.contains(#/\b(Reducer|_ChildLink)\b/#) {
          names.insert(String(name))
        }
      }
      for match in text.matches(of: #/\bextension\s+(\w+)\s*:\s*Reducer\b/#) { names.insert(String(match.1)) }
    }
    // It runs the lifecycle of a store, and nothing is composed with it.
    #expect(names.remove("MountingReducer") != nil)
    // Its links are in the table instead.
    #expect(names.remove("_LinkedReducer") != nil)
    // It runs the static body of an enum, to which no hook can be passed. `MountTests` of the test store has one.
    #expect(names.remove("_CaseBody") != nil)
    #expect(names == Set(OperatorWithHook.all.map(\.name)))
  }
}

/// An operator, attached to a reducer with a hook.
struct OperatorWithHook: Sendable, CustomTestStringConvertible {
  /// The type of the operator.
  let name: String
  /// The position of the reducer with the hook.
  let position: String
  let calls: @MainActor @Sendable (HookAttachment) -> String
  /// Sends each action to the operator below a dismissible parent, and returns what the probe of the attachment notes.
  let events: @MainActor @Sendable (HookAttachment, EffectProbe) async -> [String]

  init<R: Reducer<Plot.State, Plot.Action>>(
    _ name: String,
    _ position: String = "base",
    @ReducerBuilder<Plot.State, Plot.Action> _ reducer: @escaping @Sendable (HookAttachment) -> R
  ) {
    self.name = name
    self.position = position
    calls = { $0.calls(in: reducer($0)) }
    events = { await $1.events(in: reducer($0)) }
  }

  var testDescription: String { "\(name), \(position)" }

  static let all = [
    OperatorWithHook("CombineReducers") { hook in CombineReducers { hook.plot } },
    OperatorWithHook("DependencyReducer") { hook in hook.plot.dependency(\.uuid, .incrementing) },
    OperatorWithHook("EitherReducer", "first") { hook in if hook.isFirst { hook.plot } else { none } },
    OperatorWithHook("EitherReducer", "second") { hook in if !hook.isFirst { none } else { hook.plot } },
    OperatorWithHook("_RowsLink") { hook in hook.plot.forEach(\.rows, action: \.rows) { Twig() } },
    OperatorWithHook("_RowsLink", "child") { hook in none.forEach(\.rows, action: \.rows) { hook.twig } },
    OperatorWithHook("IfCaseLetReducer") { hook in
      Scope(\.choice, action: \.choice) { hook(noChoice).ifCaseLet(\.left, action: \.left) { Twig() } }
    },
    OperatorWithHook("IfCaseLetReducer", "child") { hook in
      Scope(\.choice, action: \.choice) { noChoice.ifCaseLet(\.left, action: \.left) { hook.twig } }
    },
    OperatorWithHook("_OptionalLink") { hook in hook.plot.ifLet(\.optional, action: \.optional) { Twig() } },
    OperatorWithHook("_OptionalLink", "child") { hook in none.ifLet(\.optional, action: \.optional) { hook.twig } },
    OperatorWithHook("LifecycleReducer") { hook in hook.plot.onMount { _ in .none } },
    OperatorWithHook("OnChangeReducer") { hook in hook.plot.onChange(of: \.value) { _, _ in .none } },
    OperatorWithHook("Optional") { hook in Optional.some(hook.plot) },
    OperatorWithHook("_PresentedLink") { hook in
      hook.plot.ifLet(\.$presented, action: \.presented) { Twig() }
    },
    OperatorWithHook("_PresentedLink", "child") { hook in
      none.ifLet(\.$presented, action: \.presented) { hook.twig }
    },
    OperatorWithHook("PrintChangesReducer") { hook in hook.plot._printChanges(nil) },
    OperatorWithHook("ReducerList") { hook in for _ in 0..<1 { hook.plot } },
    OperatorWithHook("ReducerSequence", "first") { hook in
      hook.plot
      none
    },
    OperatorWithHook("ReducerSequence", "second") { hook in
      none
      hook.plot
    },
    OperatorWithHook("Scope", "child") { hook in Scope(\.leaf, action: \.leaf) { hook.twig } },
    OperatorWithHook("SharedUndoReducer") { hook in
      hook.plot.undoable(shared: \.$total, history: \.totals, action: \.history)
    },
    OperatorWithHook("SignpostReducer") { hook in hook.plot.signpost() },
    OperatorWithHook("_StackLink") { hook in hook.plot.forEach(\.path, action: \.path) { Twig() } },
    OperatorWithHook("_StackLink", "child") { hook in none.forEach(\.path, action: \.path) { hook.twig } },
    OperatorWithHook("UndoReducer") { hook in hook.plot.undoable(\.value, history: \.history, action: \.history) },
  ]

  private static var none: EmptyReducer<Plot.State, Plot.Action> { EmptyReducer() }
  private static var noChoice: EmptyReducer<Choice.State, Choice.Action> { EmptyReducer() }
}
