import CounterpointCore
@_spi(Internals) import CounterpointSupport
import Foundation
import Testing

/// Stacks, their ids and their actions as data.
@Suite struct StackCodingTests {
  private func json(_ value: some Encodable, isRecording: Bool = true) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    if isRecording { encoder.userInfo[RecordingCoding.key] = RecordingCoding() }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decoded<Value: Decodable>(_ text: String, isRecording: Bool = true) throws -> Value {
    let decoder = JSONDecoder()
    if isRecording { decoder.userInfo[RecordingCoding.key] = RecordingCoding() }
    return try decoder.decode(Value.self, from: Data(text.utf8))
  }

  @Test func elementsKeepTheirIdsInARecording() throws {
    var stack = StackState(["a", "b"])
    stack.pop(to: 0)
    stack.append("c")
    let text = try json(stack)
    #expect(text == #"[{"element":"a","id":0},{"element":"c","id":2}]"#)
    #expect(try decoded(text) == stack)
  }

  @Test func elementsHaveNoIdsElsewhere() throws {
    let text = try json(StackState(["a", "b"]), isRecording: false)
    #expect(text == #"["a","b"]"#)
    let stack: StackState<String> = try decoded(text, isRecording: false)
    #expect(Array(stack) == ["a", "b"])
    #expect(Array(stack.ids) == [2, 3])
  }

  @Test func twoElementsWithOneId() {
    #expect(throws: DecodingError.self) {
      let _: StackState<String> = try decoded(#"[{"element":"a","id":0},{"element":"c","id":0}]"#)
    }
  }

  @Test(arguments: [
    (StackAction<String, Int>.element(id: 3, action: 5), #"{"element":{"action":5,"id":3}}"#),
    (.popFrom(id: 3), #"{"popFrom":{"id":3}}"#),
    (.push(id: 3, state: "a"), #"{"push":{"id":3,"state":"a"}}"#),
  ])
  func actions(_ action: StackAction<String, Int>, _ text: String) throws {
    #expect(try json(action) == text)
    #expect(try decoded(text) == action)
  }
}
