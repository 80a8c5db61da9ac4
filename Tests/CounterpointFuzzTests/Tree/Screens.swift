import Counterpoint

/// A feature that is one of several.
@Reducer
enum Screen {
  case leaf(Leaf)
  case group(Group)
  @ReducerCaseIgnored case note(Int)
  case blank
}

/// The same with equal states, and two cases that hold the same type.
@Reducer
enum EqualScreen {
  case leaf(EqualLeaf)
  case other(EqualLeaf)
  @ReducerCaseIgnored case note(Int)
  case blank
}

extension EqualScreen.State: Equatable {}

extension Screen.State: FuzzState {
  init(_ seed: Seed) {
    switch seed.kind % 4 {
    case 0: self = .leaf(Leaf.State(seed))
    case 1: self = .group(Group.State(seed))
    case 2: self = .note(seed.n)
    default: self = .blank
    }
  }

  var id: Int {
    switch self {
    case .leaf(let leaf): leaf.id
    case .group(let group): 100 + group.id
    case .note: 200
    case .blank: 300
    }
  }

  var n: Int {
    get {
      switch self {
      case .leaf(let leaf): leaf.n
      case .group(let group): group.n
      case .note(let note): note
      case .blank: 0
      }
    }
    set {
      switch self {
      case .leaf: modify(\.leaf) { $0.n = newValue }
      case .group: modify(\.group) { $0.n = newValue }
      case .note: self = .note(newValue)
      case .blank: break
      }
    }
  }

  var text: Int {
    get {
      switch self {
      case .leaf(let leaf): leaf.text
      case .group(let group): group.text
      case .note, .blank: 0
      }
    }
    set {
      switch self {
      case .leaf: modify(\.leaf) { $0.text = newValue }
      case .group: modify(\.group) { $0.text = newValue }
      case .note, .blank: break
      }
    }
  }

  mutating func change(_ change: Change) {
    switch (self, change) {
    case (.leaf(var leaf), .copyAndEdit(let n)):
      leaf.n = n
      self = .leaf(leaf)
    case (.group(var group), .copyAndEdit(let n)):
      group.n = n
      self = .group(group)
    case (.note, .copyAndEdit(let n)): self = .note(n)
    case (.leaf, _): modify(\.leaf) { $0.change(change) }
    case (.group, _): modify(\.group) { $0.change(change) }
    case (.note, .setN(let n)), (.note, .reset(let n)): self = .note(n)
    case (.note(let note), .addN(let number)): self = .note(note + number)
    case (.note, _), (.blank, _): break
    }
  }

  mutating func edit(_ path: ArraySlice<Step>, _ change: Change) {
    switch path.first {
    case nil: self.change(change)
    case .slot(.leaf): modify(\.leaf) { $0.edit(path.dropFirst(), change) }
    case .slot(.group): modify(\.group) { $0.edit(path.dropFirst(), change) }
    default: break
    }
  }

  func read(_ reading: Reading) -> [Int] {
    switch (self, reading) {
    case (.leaf(let leaf), .all): [1] + leaf.read(.all)
    case (.group(let group), .all): [2] + group.read(.all)
    case (.note(let note), .all): [3, note]
    case (.blank, .all): [4]
    case (.leaf(let leaf), .slotN(.leaf)): [leaf.n]
    case (.group(let group), .slotN(.group)): [group.n]
    case (_, .slotN): [-1]
    default: readFields(reading)
    }
  }
}

extension EqualScreen.State: FuzzState {
  init(_ seed: Seed) {
    switch seed.kind % 4 {
    case 0: self = .leaf(EqualLeaf.State(seed))
    case 1: self = .other(EqualLeaf.State(seed))
    case 2: self = .note(seed.n)
    default: self = .blank
    }
  }

  var id: Int {
    switch self {
    case .leaf(let leaf): leaf.id
    case .other(let leaf): 100 + leaf.id
    case .note: 200
    case .blank: 300
    }
  }

  var n: Int {
    get {
      switch self {
      case .leaf(let leaf), .other(let leaf): leaf.n
      case .note(let note): note
      case .blank: 0
      }
    }
    set {
      switch self {
      case .leaf: modify(\.leaf) { $0.n = newValue }
      case .other: modify(\.other) { $0.n = newValue }
      case .note: self = .note(newValue)
      case .blank: break
      }
    }
  }

  var text: Int {
    get {
      switch self {
      case .leaf(let leaf), .other(let leaf): leaf.text
      case .note, .blank: 0
      }
    }
    set {
      switch self {
      case .leaf: modify(\.leaf) { $0.text = newValue }
      case .other: modify(\.other) { $0.text = newValue }
      case .note, .blank: break
      }
    }
  }

  mutating func change(_ change: Change) {
    switch (self, change) {
    case (.leaf(var leaf), .copyAndEdit(let n)):
      leaf.n = n
      self = .leaf(leaf)
    case (.other(var leaf), .copyAndEdit(let n)):
      leaf.n = n
      self = .other(leaf)
    case (.note, .copyAndEdit(let n)): self = .note(n)
    case (.leaf, _): modify(\.leaf) { $0.change(change) }
    case (.other, _): modify(\.other) { $0.change(change) }
    case (.note, .setN(let n)), (.note, .reset(let n)): self = .note(n)
    case (.note(let note), .addN(let number)): self = .note(note + number)
    case (.note, _), (.blank, _): break
    }
  }

  mutating func edit(_ path: ArraySlice<Step>, _ change: Change) {
    switch path.first {
    case nil: self.change(change)
    case .slot(.leaf): modify(\.leaf) { $0.edit(path.dropFirst(), change) }
    case .slot(.other): modify(\.other) { $0.edit(path.dropFirst(), change) }
    default: break
    }
  }

  func read(_ reading: Reading) -> [Int] {
    switch (self, reading) {
    case (.leaf(let leaf), .all): [1] + leaf.read(.all)
    case (.other(let leaf), .all): [2] + leaf.read(.all)
    case (.note(let note), .all): [3, note]
    case (.blank, .all): [4]
    case (.leaf(let leaf), .slotN(.leaf)): [leaf.n]
    case (.other(let leaf), .slotN(.other)): [leaf.n]
    case (_, .slotN): [-1]
    default: readFields(reading)
    }
  }
}
