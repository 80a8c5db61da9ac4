import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Foundation
import Testing

/// Suggested statements use only what the test can access.
@Suite struct AccessTests {
  /// Returns the suggested statements.
  private func suggestion(_ action: Purchase.Action, line: UInt = #line) async -> String {
    let store = TestStore(initialState: Purchase.State()) { Purchase() }
    let issues = await issues { await store.send(action, line: line) }
    return issues.map(\.message).joined().components(separatedBy: "pass").last ?? ""
  }

  private func suggestion(_ number: Int) async -> String { await suggestion(.change(number)) }

  @Test func whatTheTestCanAccessIsWritten() async {
    #expect(await suggestion(0) == ":\n\n    $0.code = (Purchase.Code(rawValue: 5) as Purchase.Code?)!")
    #expect(await suggestion(1) == ":\n\n    $0.flags = Purchase.Flags(rawValue: 2)")
    #expect(await suggestion(2) == ":\n\n    $0.item = Purchase.Item(id: \"b\")")
    #expect(await suggestion(3) == ":\n\n    $0.items.append(Purchase.Item(id: \"c\"))")
    #expect(await suggestion(4) == ":\n\n    $0.mode = Purchase.Mode.none")
    #expect(await suggestion(5) == ":\n\n    $0.mode = .pair((1, 2))")
    #expect(await suggestion(6) == ":\n\n    $0.mode = .`init`")
    #expect(await suggestion(7) == ":\n\n    $0.nested[\"a\"] = .some(nil)")
    #expect(await suggestion(8) == ":\n\n    $0.range = -2...4")
    #expect(await suggestion(9) == ":\n\n    $0.result = .failure(Purchase.Failure())")
    #expect(await suggestion(10) == ":\n\n    $0.size = Purchase.Size(width: 3, height: 2)")
    let data = ##"Data(#"{"grams":3000}"#.utf8)"##
    #expect(
      await suggestion(11) == ":\n\n    $0.weight = try JSONDecoder().decode(Purchase.Weight.self, from: \(data))"
    )
    // A raw string with one number sign would have an escape sequence here.
    let text = ###"Data(##"{"text":"\"\\#\\\""}"##.utf8)"###
    #expect(
      await suggestion(14) == ":\n\n    $0.label = try JSONDecoder().decode(Purchase.Label.self, from: \(text))"
    )
  }

  /// These statements are those above.
  @Test func theStatementsCompileAndPass() async {
    let store = TestStore(initialState: Purchase.State()) { Purchase() }
    await store.send(.change(0)) { $0.code = (Purchase.Code(rawValue: 5) as Purchase.Code?)! }
    await store.send(.change(1)) { $0.flags = Purchase.Flags(rawValue: 2) }
    await store.send(.change(2)) { $0.item = Purchase.Item(id: "b") }
    await store.send(.change(3)) { $0.items.append(Purchase.Item(id: "c")) }
    await store.send(.change(4)) { $0.mode = Purchase.Mode.none }
    await store.send(.change(5)) { $0.mode = .pair((1, 2)) }
    await store.send(.change(6)) { $0.mode = .`init` }
    await store.send(.change(7)) { $0.nested["a"] = .some(nil) }
    await store.send(.change(8)) { $0.range = -2...4 }
    await store.send(.change(9)) { $0.result = .failure(Purchase.Failure()) }
    await store.send(.change(10)) { $0.size = Purchase.Size(width: 3, height: 2) }
    await store.send(.change(11)) {
      $0.weight = try JSONDecoder().decode(Purchase.Weight.self, from: Data(#"{"grams":3000}"#.utf8))
    }
    await store.send(.change(14)) {
      $0.label = try JSONDecoder().decode(Purchase.Label.self, from: Data(##"{"text":"\"\\#\\\""}"##.utf8))
    }
    let price = Purchase.Money(dollars: 3)
    await store.send(.pay(price)) { $0.price = price }
  }

  @Test func theRestIsToBeWrittenByHand() async {
    let heading = ", after the line with the comment is written by hand:\n\n    "
    #expect(
      await suggestion(12) == heading
        + "// $0.price becomes Money(cents: 300), which can't be written as Swift here. Write this line by hand."
    )
    // The whole state can be written.
    #expect(await suggestion(13).hasPrefix(":\n\n    $0 = Purchase.State(code: nil, "))
  }

  /// Without the source, nothing is known about access.
  @Test func withoutTheSource() async {
    let store = TestStore(initialState: Purchase.State()) { Purchase() }
    let issues = await issues { await store.send(.change(12), file: "/none/Test.swift") }
    #expect(
      issues.first?.message.hasSuffix(
        "pass, if the test can access all that it names:\n\n    $0.price = Purchase.Money(cents: 300)"
      ) == true,
      "\(issues)"
    )
  }
}
