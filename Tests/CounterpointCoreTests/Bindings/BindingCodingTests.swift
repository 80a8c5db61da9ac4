import CounterpointCore
@_spi(Internals) import CounterpointSupport
import Foundation
import Testing

/// Binding actions as data: the name of the property, and the value.
@Suite struct BindingCodingTests {
  private typealias Binding = BindingAction<Profile.State>

  private func json(_ action: some Encodable, standIn: RecordingCoding? = nil) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.userInfo[RecordingCoding.key] = standIn
    return String(decoding: try encoder.encode(action), as: UTF8.self)
  }

  private func decoded<Action: Decodable>(_ text: String, as type: Action.Type = Binding.self) throws -> Action {
    try JSONDecoder().decode(Action.self, from: Data(text.utf8))
  }

  @Test(arguments: [
    (Binding.set(\.name, "Bach"), #"{"set":"name","to":"Bach"}"#),
    (.set(\.isPublic, true), #"{"set":"isPublic","to":true}"#),
    (.set(\.address.city, "Leipzig"), #"{"set":"address.city","to":"Leipzig"}"#),
    (.set(\.address.tags, [1, 2]), #"{"set":"address.tags","to":[1,2]}"#),
  ])
  private func fieldsHaveNames(_ action: Binding, _ text: String) throws {
    #expect(try json(action) == text)
    #expect(try decoded(text) == action)
  }

  @MainActor @Test func aDecodedActionSetsTheField() throws {
    let store = Store(initialState: Profile.State()) { Profile() }
    store.send(.binding(try decoded(#"{"set":"name","to":"Bach"}"#)))
    store.send(.binding(try decoded(#"{"set":"address.city","to":"Leipzig"}"#)))
    #expect(store.withState { [$0.name, $0.address.city, $0.greeting] } == ["Bach", "Leipzig", "Hello, Bach"])
  }

  @Test func theSameFieldOfAnotherRoot() throws {
    let action = BindingAction<Address>.set(\.city, "Leipzig")
    #expect(try json(action) == #"{"set":"city","to":"Leipzig"}"#)
    #expect(try decoded(#"{"set":"city","to":"Leipzig"}"#, as: BindingAction<Address>.self) == action)
  }

  @Test func aRootWithDotsInItsArguments() throws {
    let action = BindingAction<Boxed<Profile.State>>.set(\.count, nil)
    #expect(try json(action) == #"{"set":"count","to":null}"#)
    #expect(try decoded(#"{"set":"count","to":null}"#, as: BindingAction<Boxed<Profile.State>>.self) == action)
  }

  // MARK: Secrets

  @Test func aStandInReplacesTheValue() throws {
    let coding = RecordingCoding { value, property, owner in
      owner == Address.self && property == "city" ? "\(value)".map { _ in "x" }.joined() : value
    }
    #expect(try json(Binding.set(\.address.city, "Ulm"), standIn: coding) == #"{"set":"address.city","to":"xxx"}"#)
    #expect(try json(Binding.set(\.name, "Bach"), standIn: coding) == #"{"set":"name","to":"Bach"}"#)
  }

  // MARK: Refusals

  @Test func aPropertyWithoutAName() {
    #expect(throws: EncodingError.self) { try json(Binding.set(\.loudName, "BACH")) }
    #expect(throws: EncodingError.self) { try json(Binding.set(\.address.tags[0], 5)) }
  }

  @Test func anUnknownName() throws {
    let error = #expect(throws: DecodingError.self) { try decoded(#"{"set":"address.street","to":"x"}"#) }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("The error is \(String(describing: error)).")
      return
    }
    #expect(context.debugDescription == "'State' has no observed field 'address.street'.")
  }

  @Test func aValueOfAnotherType() {
    #expect(throws: DecodingError.self) { try decoded(#"{"set":"name","to":5}"#) }
  }

  @Test func aValueThatIsNotCodable() {
    #expect(throws: EncodingError.self) { try json(Binding.set(\.address, Address(city: "Ulm"))) }
    #expect(throws: DecodingError.self) { try decoded(#"{"set":"address","to":{}}"#) }
  }
}

/// A state with a type argument.
private struct Boxed<Value>: ObservableState {
  private var _count: Int? = 1
  var _$observationRegistrar = ObservationStateRegistrar()

  var count: Int? {
    get { _$observationRegistrar.access(0); return _count }
    set { _$observationRegistrar.set(&_count, to: newValue, field: 0) }
  }

  static func _$fields(_ fields: _ObservedFields<Self>) {
    fields.add(0, \.count, stored: \._count, registrar: \._$observationRegistrar)
  }

  var _$id: ObservableStateID { _$observationRegistrar.id }
  mutating func _$willModify() { _$observationRegistrar.willModify() }
}

extension Profile.State {
  fileprivate var loudName: String {
    get { name.uppercased() }
    set { name = newValue }
  }
}
