@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import Foundation
@_spi(Internals) import DurableFiles
@testable import StateSharing
import Testing

/// Tests that one setting does not affect the saving of the others.
@Suite(.ends) struct IndependentSettingsTests {
  private let folder: Folder
  private let url: URL

  init() throws {
    folder = try Folder()
    url = folder.file("test.settings.json")
  }

  /// A store as in a new start of the program.
  private func opened() -> AppStorageStore { AppStorageStore(url: url, layer: FileLayer()) }

  private func entries() throws -> [String: NSObject] {
    try #require(JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: NSObject])
  }

  // MARK: Numbers that JSON can't write

  private struct Limits: Codable, Equatable {
    var single: Float = 1
    var all: [Double] = []
    var named: [String: Double] = [:]
    var start = Date(timeIntervalSinceReferenceDate: 0)
  }

  @Test(arguments: [0.0 / 0.0, .infinity, -.infinity]) func aNumberOutsideOfJSONComesBack(number: Double) async throws {
    do {
      let store = opened()
      @Shared(.appStorage("ratio", store: store)) var ratio = 1.0
      @Shared(.appStorage("any", store: store)) var any: Double?
      @Shared(.appStorage("date", store: store)) var date = Date(timeIntervalSinceReferenceDate: 0)
      @Shared(.appStorage("limits", store: store)) var limits = Limits()
      @Shared(.appStorage("count", store: store)) var count = 0
      $ratio.withLock { $0 = number }
      $any.withLock { $0 = number }
      $date.withLock { $0 = Date(timeIntervalSinceReferenceDate: number) }
      $limits.withLock { limits in
        limits = Limits(single: Float(number), all: [1, number], named: ["a": number])
        limits.start = Date(timeIntervalSinceReferenceDate: number)
      }
      $count.withLock { $0 = 7 }
      try await $count.save()
      for error in [$ratio.saveError, $any.saveError, $date.saveError, $limits.saveError, $count.saveError] {
        #expect(error == nil)
      }
    }
    let store = opened()
    @Shared(.appStorage("ratio", store: store)) var ratio = 1.0
    @Shared(.appStorage("any", store: store)) var any: Double?
    @Shared(.appStorage("date", store: store)) var date = Date(timeIntervalSinceReferenceDate: 0)
    @Shared(.appStorage("limits", store: store)) var limits = Limits()
    @Shared(.appStorage("count", store: store)) var count = 0
    let read: [Double?] = [
      ratio, any, date.timeIntervalSinceReferenceDate, Double(limits.single), limits.all.last, limits.named["a"],
      limits.start.timeIntervalSinceReferenceDate,
    ]
    #expect(read.map { $0?.description } == [String](repeating: number.description, count: 7))
    #expect(limits.all.first == 1 && count == 7)
  }

  @Test func aDefaultMayBeInfinite() async throws {
    do {
      let store = opened()
      @Shared(.appStorage("limit", store: store)) var limit = Double.infinity
      @Shared(.appStorage("count", store: store)) var count = 0
      $count.withLock { $0 += 1 }
      try await $count.save()
      #expect(limit == .infinity && $limit.loadError == nil)
    }
    #expect(try entries().keys.sorted() == ["count"])
    #expect(opened().integer(forKey: "count") == 1)
  }

  /// The form is documented, and other programs may read it.
  @Test func theWrittenFormOfANumber() throws {
    let store = opened()
    store.set(Double.nan, forKey: "nan")
    store.set(-Double.infinity, forKey: "low")
    store.set(Date(timeIntervalSinceReferenceDate: .infinity), forKey: "never")
    store.set(1.5, forKey: "number")
    try store.synchronize()
    #expect(
      folder.text("test.settings.json") == """
        {"low":{"double":{"_0":"#-inf"}},"nan":{"double":{"_0":"#nan"}},"never":{"date":{"_0":"#inf"}},\
        "number":{"double":{"_0":1.5}}}
        """
    )
  }

  @Test func aSettingThatIsNaNIsNoChangeOfItself() throws {
    let store = opened()
    let changes = Recorder<String>()
    store.set(Double.nan, forKey: "nan")
    store.set(Date(timeIntervalSinceReferenceDate: .nan), forKey: "date")
    let subscriptions = ["nan", "date"].map { name in store.observe(name) { changes.note(name) } }
    for count in 1...3 {
      store.set(count, forKey: "count")
      try store.synchronize()
    }
    #expect(changes.entries == [])
    store.set(1.0, forKey: "nan")
    #expect(changes.entries == ["nan"])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test func aRemovedSettingStaysRemovedWhileAWrapperIsHeld() throws {
    let store = opened()
    @Shared(.appStorage("count", store: store)) var count = 1
    $count.withLock { $0 = 5 }
    try store.synchronize()
    store.removeObject(forKey: "count")
    #expect(count == 1 && store.integer(forKey: "count") == 1)
    try store.synchronize()
    #expect(count == 1)
    #expect(try entries().isEmpty)
  }

  // MARK: Values that can't be encoded

  private struct Picky: Codable, Equatable {
    var text = "a"

    func encode(to encoder: any Encoder) throws {
      if text == "bad" { throw Failure(name: "picky") }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }

    init(text: String = "a") { self.text = text }

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
  }

  @Test func aValueThatCanNotBeEncodedAffectsOnlyItself() async throws {
    let store = opened()
    @Shared(.appStorage("picky", store: store)) var picky = Picky()
    @Shared(.appStorage("count", store: store)) var count = 0
    $picky.withLock { $0.text = "b" }
    try await $picky.save()
    let before = try entries()["picky"]
    // The error of a later change stays, although the earlier one is still to be written.
    $picky.withLock { $0.text = "c" }
    $picky.withLock { $0.text = "bad" }
    $count.withLock { $0 = 7 }
    try await $count.save()
    #expect($count.saveError == nil)
    #expect($picky.saveError as? Failure == Failure(name: "picky"))
    let after = try entries()
    #expect(after["picky"] != before && AppStorageStore(url: url, layer: FileLayer()).integer(forKey: "count") == 7)
    $count.withLock { $0 = 8 }
    try await $count.save()
    #expect(try entries()["picky"] == after["picky"])
    let shared = $picky
    await #expect(throws: Failure(name: "picky")) { try await shared.save() }
    #expect($picky.saveError is Failure && $count.saveError == nil)
    $picky.withLock { $0.text = "d" }
    try await $picky.save()
    #expect($picky.saveError == nil)
  }

  // MARK: Writes that fail

  /// A file whose writes fail on request.
  private func failing(_ isBroken: Locked<Bool>) -> AppStorageStore {
    let layer = FileLayer { call in
      if call.name == .write, isBroken.withLock({ $0 }) {
        throw SystemCallError(call: .write, path: call.path, code: 28)
      }
    }
    return AppStorageStore(url: url, layer: layer)
  }

  @Test func aWrittenFileClearsTheErrorsOfAllItsSettings() async throws {
    let isBroken = Locked(true)
    let store = failing(isBroken)
    @Shared(.appStorage("count", store: store)) var count = 0
    @Shared(.appStorage("name", store: store)) var name = "a"
    @Shared(.appStorage("picky", store: store)) var picky = Picky()
    $count.withLock { $0 = 1 }
    $name.withLock { $0 = "b" }
    $picky.withLock { $0.text = "c" }
    let shared = $count
    await #expect(throws: SharedStorageError.self) { try await shared.save() }
    #expect($count.saveError != nil && $name.saveError != nil && $picky.saveError != nil)
    $picky.withLock { $0.text = "bad" }
    isBroken.withLock { $0 = false }
    try await $name.save()
    #expect(opened().integer(forKey: "count") == 1)
    #expect($count.saveError == nil && $name.saveError == nil)
    // Only an earlier value of this setting is written.
    #expect($picky.saveError is Failure)
  }

  @Test func aRequiredSettingIsClearedOfItsErrorToo() async throws {
    let isBroken = Locked(false)
    let store = failing(isBroken)
    store.set(1, forKey: "count")
    try store.synchronize()
    let count = try await Shared<Int>(require: .appStorage("count", store: store))
    isBroken.withLock { $0 = true }
    count.withLock { $0 = 2 }
    #expect(throws: SharedStorageError.self) { try store.synchronize() }
    #expect(count.saveError is SharedStorageError)
    isBroken.withLock { $0 = false }
    try store.synchronize()
    #expect(count.saveError == nil)
  }

  /// A thread of tasks that waits for a disk would delay all tasks.
  @Test func aSettingIsSavedOnAThreadOfItsOwn() async throws {
    let isInTask = Locked(false)
    let layer = FileLayer { _ in
      if unsafe withUnsafeCurrentTask(body: { unsafe $0 != nil }) { isInTask.withLock { $0 = true } }
    }
    let store = AppStorageStore(url: url, layer: layer)
    @Shared(.appStorage("count", store: store)) var count = 0
    isInTask.withLock { $0 = false }
    $count.withLock { $0 = 1 }
    try await $count.save()
    #expect(!isInTask.withLock { $0 })
    #expect(opened().integer(forKey: "count") == 1)
  }

  // MARK: Optional settings

  @Test func aClearedSettingStaysNil() async throws {
    do {
      let store = opened()
      @Shared(.appStorage("proxy", store: store)) var proxy: String? = "default.example"
      @Shared(.appStorage("size", store: store)) var size: Int? = 3
      @Shared(.appStorage("limits", store: store)) var limits: Limits? = Limits()
      #expect(proxy == "default.example")
      $proxy.withLock { $0 = nil }
      $size.withLock { $0 = nil }
      $limits.withLock { $0 = nil }
      try await $proxy.save()
      #expect(store.object(forKey: "proxy") == nil)
    }
    let store = opened()
    @Shared(.appStorage("proxy", store: store)) var proxy: String? = "default.example"
    @Shared(.appStorage("size", store: store)) var size: Int? = 3
    @Shared(.appStorage("limits", store: store)) var limits: Limits? = Limits()
    #expect(proxy == nil && size == nil && limits == nil)
    for error in [$proxy.loadError, $size.loadError, $limits.loadError] { #expect(error == nil) }
    // A removed entry is a missing one again.
    store.removeObject(forKey: "proxy")
    #expect(proxy == "default.example")
    $proxy.withLock { $0 = "other.example" }
    #expect(store.string(forKey: "proxy") == "other.example")
  }

  @Test func nilIsNoEntryWhereItIsTheDefault() async throws {
    let store = opened()
    @Shared(.appStorage("proxy", store: store)) var proxy: String?
    $proxy.withLock { $0 = "a" }
    $proxy.withLock { $0 = nil }
    try await $proxy.save()
    #expect(try entries().isEmpty)
  }

  /// The wrapper has no default, and a wrapper with one may read the setting later.
  @Test func aRequiredSettingStaysNil() async throws {
    do {
      let store = opened()
      store.set("a", forKey: "proxy")
      let proxy = try await Shared<String?>(require: .appStorage("proxy", store: store))
      proxy.withLock { $0 = nil }
      try await proxy.save()
    }
    @Shared(.appStorage("proxy", store: opened())) var proxy: String? = "default.example"
    #expect(proxy == nil)
  }

  @Test func aSettingThatIsNoLongerOptionalUsesItsDefault() throws {
    try Data(#"{"proxy":{"null":{}}}"#.utf8).write(to: url)
    let store = opened()
    @Shared(.appStorage("proxy", store: store)) var proxy = "default.example"
    #expect(proxy == "default.example" && $proxy.loadError == nil)
    $proxy.withLock { $0 = "a" }
    #expect(store.string(forKey: "proxy") == "a")
  }
}
