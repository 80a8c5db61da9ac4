import Counterpoint

// Properties of observable state. Errors in the code that the macro copies are reported in the user's code.

@propertyWrapper
struct Trimmed: Equatable {
  var wrappedValue: String
}

@propertyWrapper
struct Clamped<Value: Comparable> {
  var wrappedValue: Value

  init(wrappedValue: Value, _ range: ClosedRange<Value>) {
    self.wrappedValue = wrappedValue
  }
}

@ObservableState
struct Wrapped: Equatable {
  @Trimmed var name = ""  // error: cannot observe 'name', which '@Trimmed' wraps: write '@ObservationStateIgnored'
  @Trimmed var typed: String = ""  // error: cannot observe 'typed'
  @ObservationStateIgnored @Trimmed var ignored = ""
  var count = 0
}

@ObservableState
struct WrappedWithArguments {
  @Clamped(0...3) var count = 1  // error: cannot observe 'count', which '@Clamped' wraps
}

@ObservableState
struct Observers {
  var count = 0 {
    willSet {
      other = newVal  // error: cannot find 'newVal' in scope
    }
    didSet {
      other = ""  // error: cannot assign value of type 'String' to type 'Int'

      unknown()  // error: cannot find 'unknown' in scope
    }
  }
  var other = 0 { didSet { count = oldVal } }  // error: cannot find 'oldVal' in scope
  var another = 0 {
    didSet { nothing }  // error: cannot find 'nothing' in scope
  }
}

@ObservableState
struct WithoutKey: Codable {
  var id: Int
  var count: Int  // error: 'WithoutKey' cannot be decoded: 'CodingKeys' has no case 'count'
  var optional: Int?
  var initialized = 0

  enum CodingKeys: String, CodingKey {
    case id
  }
}
