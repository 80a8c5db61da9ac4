/// The subject of a choice.
enum ChoiceKind: String, Sendable, CaseIterable {
  /// Whether a part of the story takes part.
  case presence
  /// The ready job that runs next.
  case order
  /// Whether other processes run before a system call that usually takes no time, and for how long.
  case preemption
  /// The duration of a slow system call or the delay of an event.
  case delay
  /// Whether a machine loses its power at a system call.
  case crash
  /// Whether a system call on a disk fails, and what it does then.
  case failure
  /// The changes that a disk loses with the power.
  case disk
  /// The error of a clock.
  case clock
  /// The time of a message between two machines.
  case message
  /// Whether a part of a message is lost, so that it is sent again and arrives later.
  case loss
  /// Whether a connection is lost.
  case cut
  /// Whether a fault happens in a slot of time.
  case fault
  /// A choice of the story.
  case story
}

/// The machine, disk or fault that a choice is about.
struct ChoicePlace: Hashable, Sendable {
  let name: String
  let number: UInt64
  /// The machines that the choices are about.
  let machines: [String]
  /// Whether a value other than the default selects one of the machines.
  let selects: Bool

  /// The names of places about restarts of machines begin with it.
  static let restartPrefix = "restart of "

  /// - Parameters:
  ///   - name: The name.
  ///   - machines: The machines that the choices are about; `nil` for one with the name of the place.
  ///   - selects: Whether a value other than the default selects one of the machines.
  init(_ name: String, machines: [String]? = nil, selects: Bool = false) {
    self.name = name
    number = Bits.number(of: name)
    self.machines = machines ?? [name]
    self.selects = selects
  }

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The identity of a choice: its subject, its place, and its number among the choices about both.
struct ChoiceKey: Hashable, Sendable {
  let kind: ChoiceKind
  let place: ChoicePlace
  let number: UInt64
}

/// A choice that differs from the default.
struct Choice: Sendable {
  let key: ChoiceKey
  let value: Int

  /// The machines that the choice is about.
  var machines: [String] {
    let place = key.place
    return place.selects && place.machines.indices.contains(value - 1) ? [place.machines[value - 1]] : place.machines
  }

  /// Whether it is about a machine or a fault. Connections, files and restarts may no longer happen when the program
  /// is corrected.
  fileprivate var isAboutMachineOrFault: Bool {
    switch key.kind {
    case .presence, .order, .preemption, .crash, .failure: true
    case .fault: !key.place.name.hasPrefix(ChoicePlace.restartPrefix)
    case .delay, .disk, .clock, .message, .loss, .cut, .story: false
    }
  }
}

/// The only source of chance in a simulation.
///
/// Each choice has a default, 0, with which less happens: the first job, no fault, the shortest delay. A run is
/// described by its other choices, so it can be repeated with fewer of them. The value of a choice depends on the seed
/// that decides it and its key alone. A choice that is removed therefore changes no other one by itself.
struct Choices: Sendable {
  /// The seed that decides now.
  private var seed: UInt64
  /// The seeds that decide later.
  private var changes: ArraySlice<RunSeed.Change>
  /// The number of choices so far.
  private(set) var count = 0
  /// The choices of a repeated run, in which all others have the default; `nil` if the seed decides.
  private let script: [ChoiceKey: Int]?
  private var counts: [Stream: UInt64] = [:]
  /// The machines and faults of the script about which nothing was to be chosen so far.
  private(set) var missingPlaces: Set<ChoicePlace>
  /// The choices that differ from the default, in their order.
  private(set) var made: [Choice] = []

  private struct Stream: Hashable {
    let kind: ChoiceKind
    let place: ChoicePlace
  }

  init(seed: RunSeed, script: [Choice]? = nil) {
    self.seed = UInt64(bitPattern: Int64(seed.first))
    changes = seed.changes[...]
    self.script = script.map { Dictionary($0.map { ($0.key, $0.value) }) { first, _ in first } }
    missingPlaces = Set((script ?? []).filter(\.isAboutMachineOrFault).map(\.key.place))
  }

  /// Chooses a number below a limit.
  ///
  /// - Parameters:
  ///   - kind: The subject.
  ///   - place: The place.
  ///   - limit: The limit, at least 1.
  ///   - perMille: The number of cases, of 1,000, in which the result is not the default.
  ///   - slot: The number of the choice; by default they are counted.
  mutating func choose(
    _ kind: ChoiceKind,
    at place: ChoicePlace,
    below limit: Int,
    perMille: Int,
    slot: UInt64? = nil
  ) -> Int {
    if let change = changes.first, change.choice <= count {
      seed = UInt64(bitPattern: Int64(change.seed))
      changes.removeFirst()
    }
    count += 1
    if !missingPlaces.isEmpty { missingPlaces.remove(place) }
    let stream = Stream(kind: kind, place: place)
    let number = slot ?? counts[stream, default: 0]
    if slot == nil { counts[stream] = number + 1 }
    guard limit > 1 else { return 0 }
    let key = ChoiceKey(kind: kind, place: place, number: number)
    let value: Int
    if let script {
      value = min(script[key] ?? 0, limit - 1)
    } else {
      let bits = self.bits(for: key)
      guard (bits >> 32) % 1_000 < UInt64(perMille) else { return 0 }
      value = 1 + Int(((bits & 0xFFFF_FFFF) * UInt64(limit - 1)) >> 32)
    }
    if value != 0 { made.append(Choice(key: key, value: value)) }
    return value
  }

  private func bits(for key: ChoiceKey) -> UInt64 {
    var bits = Bits.mixed(seed)
    bits = Bits.mixed(bits ^ Bits.number(of: key.kind.rawValue))
    bits = Bits.mixed(bits ^ key.place.number)
    return Bits.mixed(bits ^ key.number)
  }
}
