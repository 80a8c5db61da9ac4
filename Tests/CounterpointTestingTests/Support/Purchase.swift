import Counterpoint

/// A feature whose state other files can access only in part.
@Reducer struct Purchase {
  struct Money: Equatable {
    private var cents: Int
    init(dollars: Int) { cents = dollars * 100 }
  }

  struct Weight: Codable, Equatable {
    private(set) var grams: Int
    init(kilograms: Int) { grams = kilograms * 1_000 }
  }

  struct Label: Codable, Equatable {
    private(set) var text: String
    init(quoting text: String) { self.text = "\"\(text)\"" }
  }

  struct Item: Equatable, Identifiable {
    let id: String
    private(set) var isLocked = false
    var name = "none"
    init(id: String) { self.id = id }
  }

  struct Code: Equatable, RawRepresentable {
    let rawValue: Int
    init?(rawValue: Int) {
      guard rawValue > 0 else { return nil }
      self.rawValue = rawValue
    }
  }

  struct Flags: OptionSet { let rawValue: Int }

  struct Size: Equatable {
    let width: Int
    let height: Int
  }

  enum Mode: Equatable {
    case none, pair((Int, Int)), `init`
    static func == (left: Mode, right: Mode) -> Bool { "\(left)" == "\(right)" }
  }

  struct Failure: Error, Equatable {}

  @ObservableState struct State: Equatable {
    var code: Code?
    var flags: Flags = []
    var item: Item? = Item(id: "a")
    var items: IdentifiedArrayOf<Item> = []
    var mode: Mode?
    var nested: [String: Int?] = [:]
    var price: Money?
    var range = 0...1
    var result: Result<Int, Failure> = .success(0)
    var size = Size(width: 1, height: 2)
    private(set) var total = 0
    var weight = Weight(kilograms: 1)
    var label = Label(quoting: "")

    mutating func count() { total += 1 }
  }

  enum Action: Equatable {
    case change(Int)
    case pay(Money)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .change(let number): change(&state, number)
      case .pay(let money): state.price = money
      }
      return .none
    }
  }

  private func change(_ state: inout State, _ number: Int) {
    switch number {
    case 0: state.code = Code(rawValue: 5)
    case 1: state.flags = Flags(rawValue: 2)
    case 2: state.item = Item(id: "b")
    case 3: state.items.append(Item(id: "c"))
    case 4: state.mode = Mode.none
    case 5: state.mode = .pair((1, 2))
    case 6: state.mode = .`init`
    case 7: state.nested.updateValue(nil, forKey: "a")
    case 8: state.range = -2...4
    case 9: state.result = .failure(Failure())
    case 10: state.size = Size(width: 3, height: 2)
    case 11: state.weight = Weight(kilograms: 3)
    case 12: state.price = Money(dollars: 3)
    case 14: state.label = Label(quoting: ##"\#\"##)
    default: state.count()
    }
  }
}
