package import CounterpointCore
@_spi(Internals) import CounterpointSupport
public import DependencyInjection
public import Foundation
import Synchronization

/// Writes what stores do into a file that ``Replay`` plays again.
///
/// ```swift
/// let recorder = try Recorder(at: URL(filePath: "signup.recording.jsonl"))
/// let store = Store(initialState: SignUp.State()) { SignUp() } withDependencies: {
///   $0.recorder = recorder
/// }
/// ```
///
/// With `prepareDependencies`, all stores of a program are recorded in one file, each with its number. An action is
/// written before it is reduced. With ``Durability/mapped``, the action that ends the program is therefore the last one
/// in the file; with ``Durability/batched``, a crash may lose it. Only the reads of dependencies that say so are
/// written: `uuid`, `date`, `withRandomNumberGenerator`, the synchronous endpoints of a `@DependencyClient`, and what
/// calls `recordedRead`.
///
/// Safe to use from any thread. A program without a recorder pays nothing.
public final class Recorder: Sendable {
  /// The lines that a crash of the program may lose. After a power failure, both may have lost more.
  public enum Durability: Sendable {
    /// About the last 10 milliseconds. A normal end of the program loses none.
    case batched
    /// Nothing. The file is mapped into memory, and needs no system call per action.
    case mapped
  }

  let writer: RecordingWriter
  package let redaction: Redaction
  private let token = StoreInstrumentSourceToken()
  private let storeCount = Atomic<Int>(0)
  private let effectCount = Atomic<Int>(0)
  /// The stores that have not ended, by their numbers.
  private let openStores = Locked<[Int: OpenStore]>([:])
  private let start = ContinuousClock.now

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - url: The file, which no other recorder may write into. Its segments have numbers in their names; see
  ///     <doc:RecordingFiles>.
  ///   - durability: What a crash of the program may lose.
  ///   - limit: The bytes of all segments together. The oldest segment is deleted before they get more.
  ///   - redaction: What is written instead of secret values.
  /// - Throws: The error of the file system, if the first segment can't be created; also if another recorder, of this
  ///   or another program, writes into the file. If a later write fails, for example
  ///   because the disk is full, one issue is reported and nothing more is recorded.
  public init(
    at url: URL,
    durability: Durability = .batched,
    limit: Int = 64 << 20,
    redacting redaction: Redaction = Redaction()
  ) throws {
    writer = try RecordingWriter(at: url, isBatched: durability == .batched, limit: limit)
    self.redaction = redaction
    RecordersAtExit.add(self)
  }

  /// Writes what is buffered to the file. Returns when the operating system has it.
  ///
  /// First, the whole states of the stores that live on the caller's actor are compared with what was recorded of
  /// them, to find changes of hidden objects. Encodes each state once, if there was an action since. A store that is
  /// handling an action is left out.
  public func flush() {
    let stores = openStores.withLock { $0 }
    for (_, store) in stores.sorted(by: { $0.key < $1.key }) { store.compare() }
    writer.flush()
  }

  package var elapsed: Int64 {
    let elapsed = (ContinuousClock.now - start).components
    return elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000
  }

  fileprivate func nextStore() -> Int {
    storeCount.add(1, ordering: .relaxed).newValue
  }
}

extension Recorder: RecordingDestination {
  package var fieldLimit: Int { FieldChange.Value.limit }

  package var segment: Int { writer.segment }

  package func append(_ line: [UInt8]) -> Int { writer.append(line) }

  package func nextEffect() -> Int? { effectCount.add(1, ordering: .relaxed).newValue }

  package func append(_ effect: RecordingLine.Effect) { writer.append(RecordingLine.effect(effect).bytes) }

  package func add(_ store: OpenStore, number: Int) {
    openStores.withLock { $0[number] = store }
  }

  package func remove(_ number: Int) {
    openStores.withLock { _ = $0.removeValue(forKey: number) }
  }
}

extension Recorder: StoreInstrumentSource {
  package func makeInstrument<State, Action>(
    for feature: Any.Type,
    initialState state: State,
    action: Action.Type,
    dependencies: DependencyValues
  ) -> (any StoreInstrument<State, Action>)? {
    StoreRecorder<State, Action>(
      RecordedStore(
        number: nextStore(),
        feature: qualifiedName(feature),
        label: dependencies.recordingLabel,
        date: Date().timeIntervalSince1970
      ),
      state: state,
      destination: self,
      numbering: StackElementNumbering(in: dependencies)
    )
  }
}

/// Completes all recordings when the program ends normally.
private enum RecordersAtExit {
  private struct Entry: Sendable {
    weak var recorder: Recorder?
  }

  private static let recorders: Locked<[Entry]> = {
    atexit { RecordersAtExit.flush() }
    return Locked([])
  }()

  static func add(_ recorder: Recorder) {
    recorders.withLock { entries in
      entries.removeAll { $0.recorder == nil }
      entries.append(Entry(recorder: recorder))
    }
  }

  private static func flush() {
    for entry in recorders.withLock({ $0 }) { entry.recorder?.flush() }
  }
}

extension DependencyValues {
  /// The recorder of the stores that are created with these dependencies, `nil` by default.
  ///
  /// ```swift
  /// prepareDependencies { $0.recorder = recorder }
  /// ```
  public var recorder: Recorder? {
    get { storeInstrumentSources.lazy.compactMap { $0 as? Recorder }.first }
    set {
      storeInstrumentSources.removeAll { $0 is Recorder }
      // The first, because only the first instrument logs the reads of dependencies.
      if let newValue { storeInstrumentSources.insert(newValue, at: 0) }
    }
  }

  /// The name of a store in the recording, for example that of a visitor; `nil` by default.
  public var recordingLabel: String? {
    get { self[RecordingLabelKey.self] }
    set { self[RecordingLabelKey.self] = newValue }
  }
}

private enum RecordingLabelKey: DependencyKey {
  static var liveValue: String? { nil }
  static var testValue: String? { nil }
}
