import ControlledClocks
import CounterpointTestSupport
import DependencyInjection
import Foundation
@_spi(Internals) import DurableFiles
@testable import StateSharing
import Testing

extension AppStorageStore {
  fileprivate var launches: Int {
    get { integer(forKey: "launches") }
    set { set(newValue, forKey: "launches") }
  }
}

private protocol MakesLaunches {
  func make(_ store: AppStorageStore) -> Shared<Int>
}

@Suite(.ends) struct AppStorageTests {
  /// Uses the deprecated key through a protocol requirement, which is not deprecated.
  private struct Launches: MakesLaunches {
    @available(*, deprecated)
    func make(_ store: AppStorageStore) -> Shared<Int> {
      Shared(wrappedValue: 7, .appStorage(\.launches, store: store))
    }
  }

  @Test func aPropertyOfTheStoreIsAKey() async throws {
    let maker: any MakesLaunches = Launches()
    let store = AppStorageStore.inMemory
    let count = maker.make(store)
    @Shared(.appStorage("launches", store: store)) var named = 0
    let seen = Recorder<Int>()
    let subscription = count.publisher.sink { seen.note($0) }
    count.withLock { $0 = 3 }
    #expect(store.integer(forKey: "launches") == 3 && named == 3)
    $named.withLock { $0 = 4 }
    store.set(5, forKey: "launches")
    try await count.save()
    #expect(count.wrappedValue == 5)
    // The wrapper's own change was delivered once.
    #expect(seen.entries == [0, 3, 4, 5])
    subscription.cancel()
  }

  private enum Size: Int { case small, large }
  private enum Name: String, Codable { case bach, reger }
  private struct Point: Codable, Equatable { var x = 0 }

  private let store = AppStorageStore.inMemory

  private func check<Value: Equatable & Sendable>(
    _ key: AppStorageKey<Value>,
    _ optional: AppStorageKey<Value?>,
    _ first: Value,
    _ second: Value
  ) {
    do {
      @Shared(key) var value = first
      #expect(value == first)
      $value.withLock { $0 = second }
      #expect($value.saveError == nil)
    }
    do {
      @Shared(key) var value = first
      #expect(value == second)
    }
    do {
      @Shared(optional) var value: Value?
      #expect(value == nil)
      $value.withLock { $0 = first }
    }
    @Shared(optional) var value: Value?
    #expect(value == first)
    $value.withLock { $0 = nil }
    #expect(value == nil)
  }

  @Test func allTypesCanBeStored() {
    check(.appStorage("bool", store: store), .appStorage("bool?", store: store), true, false)
    check(.appStorage("int", store: store), .appStorage("int?", store: store), 1, 0)
    check(.appStorage("double", store: store), .appStorage("double?", store: store), 1.5, 2)
    check(.appStorage("string", store: store), .appStorage("string?", store: store), "a", "")
    check(.appStorage("strings", store: store), .appStorage("strings?", store: store), ["a"], [])
    check(
      .appStorage("url", store: store),
      .appStorage("url?", store: store),
      URL(string: "https://example.org/a?b=c")!,
      URL(fileURLWithPath: "/tmp")
    )
    check(.appStorage("data", store: store), .appStorage("data?", store: store), Data([1]), Data())
    check(
      .appStorage("date", store: store),
      .appStorage("date?", store: store),
      Date(timeIntervalSince1970: 1.25),
      Date()
    )
    check(.appStorage("size", store: store), .appStorage("size?", store: store), Size.small, .large)
    check(.appStorage("name", store: store), .appStorage("name?", store: store), Name.bach, .reger)
    check(.appStorage("point", store: store), .appStorage("point?", store: store), Point(), Point(x: 1))
    // A type that is both raw-representable and Codable is stored as its raw value.
    @Shared(.appStorage("name", store: store)) var name = Name.bach
    #expect(store.string(forKey: "name") == "reger")
  }

  @Test func aDefaultIsInTheStoreAtOnce() {
    @Shared(.appStorage("count", store: store)) var count = 42
    #expect(store.integer(forKey: "count") == 42)
    @Shared(.appStorage("none", store: store)) var none: Int?
    #expect(store.object(forKey: "none") == nil)
  }

  /// A later version of the program may declare another default, which applies unless the user has set a value.
  @Test func aDefaultIsNotWritten() async throws {
    let folder = try Folder()
    let url = folder.file("test.settings.json")
    do {
      let store = AppStorageStore(url: url, layer: FileLayer())
      @Shared(.appStorage("limit", store: store)) var limit = 10
      #expect(limit == 10 && store.integer(forKey: "limit") == 10)
      try store.synchronize()
      #expect(folder.names == [])
      @Shared(.appStorage("other", store: store)) var other = 1
      $other.withLock { $0 = 1 }
      try await $other.save()
    }
    let store = AppStorageStore(url: url, layer: FileLayer())
    @Shared(.appStorage("limit", store: store)) var limit = 20
    @Shared(.appStorage("other", store: store)) var other = 2
    #expect(limit == 20)
    // A value that was set stays, even if it was equal to the default.
    #expect(other == 1)
    #expect(folder.text("test.settings.json") == #"{"other":{"int":{"_0":1}}}"#)
  }

  /// The system has both spellings as different names.
  @Test func spellingsOfANameAreDifferentSettings() async throws {
    let folder = try Folder()
    let url = folder.file("test.settings.json")
    do {
      let store = AppStorageStore(url: url, layer: FileLayer())
      @Shared(.appStorage("caf\u{e9}", store: store)) var composed = 0
      @Shared(.appStorage("cafe\u{301}", store: store)) var decomposed = 0
      $composed.withLock { $0 = 1 }
      $decomposed.withLock { $0 = 2 }
      try await $decomposed.save()
      #expect(composed == 1 && decomposed == 2)
    }
    let store = AppStorageStore(url: url, layer: FileLayer())
    #expect(store.integer(forKey: "caf\u{e9}") == 1)
    #expect(store.integer(forKey: "cafe\u{301}") == 2)
  }

  @Test func aPropertyWhoseWriteFailsHasTheError() async throws {
    let maker: any MakesLaunches = Launches()
    let folder = try Folder()
    let isBroken = LockIsolated(true)
    let layer = FileLayer { call in
      if call.name == .write, isBroken.value { throw SystemCallError(call: .write, path: call.path, code: 28) }
    }
    let count = maker.make(AppStorageStore(url: folder.file(), layer: layer))
    count.withLock { $0 = 3 }
    await #expect(throws: SharedStorageError.self) { try await count.save() }
    #expect(count.saveError is SharedStorageError)
    isBroken.setValue(false)
    try await count.save()
    #expect(count.saveError == nil)
    #expect(AppStorageStore(url: folder.file(), layer: FileLayer()).launches == 3)
  }

  @Test func foreignChangesAreVisibleAtOnce() {
    @Shared(.appStorage("count", store: store)) var count = 1
    let seen = Recorder<Int>()
    let subscription = $count.publisher.sink { seen.note($0) }
    store.set(7, forKey: "count")
    #expect(count == 7)
    store.set(8, forKey: "other")
    store.removeObject(forKey: "count")
    #expect(count == 1)
    #expect(store.integer(forKey: "count") == 1)
    $count.withLock { $0 = 2 }
    #expect(store.integer(forKey: "count") == 2)
    #expect(seen.entries == [1, 7, 1, 2])
    subscription.cancel()
  }

  @Test func aSettingOfAnotherTypeIsAnErrorAndStays() async throws {
    store.set("text", forKey: "count")
    @Shared(.appStorage("count", store: store)) var count = 1
    #expect(count == 1)
    guard case .wrongStoredType("count", "String", "Int")? = $count.loadError as? SharedStorageError else {
      Issue.record("\(String(describing: $count.loadError))")
      return
    }
    #expect(store.string(forKey: "count") == "text")
    try? await $count.load()
    #expect(store.string(forKey: "count") == "text")
    $count.withLock { $0 = 2 }
    #expect(store.integer(forKey: "count") == 2)
    #expect($count.loadError == nil)
    store.set(1, forKey: "flag")
    @Shared(.appStorage("flag", store: store)) var flag = true
    #expect($flag.loadError is SharedStorageError)
  }

  @Test func anInvalidRawValueStays() {
    store.set(9, forKey: "size")
    @Shared(.appStorage("size", store: store)) var size = Size.large
    #expect(size == .large)
    #expect(store.integer(forKey: "size") == 9)
  }

  @Test func undecodableDataIsAnError() {
    store.set(Data("x".utf8), forKey: "point")
    @Shared(.appStorage("point", store: store)) var point = Point(x: 3)
    #expect(point.x == 3)
    #expect($point.loadError is DecodingError)
  }

  @Test func namesMayHaveAnyCharacters() {
    let reported = issues {
      @Shared(.appStorage("a.b@c", store: store)) var value = 1
      store.set(2, forKey: "a.b@c")
      #expect(value == 2)
    }
    #expect(reported.isEmpty)
  }

  @Test func theStoreArgumentOverridesTheDependency() {
    withDependencies {
      $0.defaultAppStorage = .inMemory
    } operation: {
      @Shared(.appStorage("a")) var inner = 1
      @Shared(.appStorage("a", store: store)) var named = 2
      #expect(inner == 1 && named == 2)
    }
    @Shared(.appStorage("a")) var outer = 3
    #expect(outer == 3)
  }

  @Test func settingsAreStoredInAFile() async throws {
    let folder = try Folder()
    let url = folder.file("test.settings.json")
    do {
      let store = AppStorageStore(url: url, layer: FileLayer())
      @Shared(.appStorage("count", store: store)) var count = 1
      $count.withLock { $0 = 2 }
      #expect(store.integer(forKey: "count") == 2)
      try await $count.save()
    }
    #expect(AppStorageStore(url: url, layer: FileLayer()).integer(forKey: "count") == 2)
  }

  @Test func changesOfOtherProcessesAreVisible() async throws {
    let folder = try Folder()
    let url = folder.file("test.settings.json")
    let here = AppStorageStore(url: url, layer: FileLayer()), there = AppStorageStore(url: url, layer: FileLayer())
    @Shared(.appStorage("count", store: here)) var count = 1
    there.set(5, forKey: "count")
    there.set(6, forKey: "other")
    try there.synchronize()
    #expect(await first(of: $count.values) { $0 == 5 } == 5)
    #expect(here.integer(forKey: "other") == 6)
  }

  /// A program without the lock replaces, changes or deletes the file after it was read and before it is replaced.
  @Test(arguments: ["replace", "change in place", "delete", "create"])
  func aForeignChangeDuringAWriteIsMerged(kind: String) throws {
    let folder = try Folder()
    let url = folder.file("test.settings.json")
    let foreign = Data(#"{"count":{"int":{"_0":1}},"other":{"int":{"_0":7}}}"#.utf8)
    if kind != "create" {
      let before = AppStorageStore(url: url, layer: FileLayer())
      before.set(1, forKey: "count")
      before.set(3, forKey: "other")
      try before.synchronize()
    }
    let isDone = LockIsolated(false)
    let layer = FileLayer { call in
      guard call.name == .fsync, call.path != folder.url.path, !isDone.withValue({ $0 }) else { return }
      isDone.setValue(true)
      switch kind {
      case "delete": try FileManager.default.removeItem(at: url)
      case "change in place":
        let file = try FileHandle(forWritingTo: url)
        try file.write(contentsOf: foreign)
        try file.close()
      default: try foreign.write(to: url, options: .atomic)
      }
    }
    let store = AppStorageStore(url: url, layer: layer)
    store.set(2, forKey: "count")
    try store.synchronize()
    let after = AppStorageStore(url: url, layer: FileLayer())
    #expect(after.integer(forKey: "count") == 2)
    #expect(after.value("other") == (kind == "delete" ? nil : .int(7)))
    #expect(store.value("other") == after.value("other"))
  }

  @Test func aFileThatChangesAllTheTimeIsAnError() throws {
    let folder = try Folder()
    let url = folder.file("test.settings.json")
    let number = LockIsolated(0)
    let layer = FileLayer { call in
      guard call.name == .fsync, call.path != folder.url.path else { return }
      number.withValue { $0 += 1 }
      try Data("{\"other\":{\"int\":{\"_0\":\(number.value)}}}".utf8).write(to: url, options: .atomic)
    }
    let store = AppStorageStore(url: url, layer: layer)
    store.set(2, forKey: "count")
    #expect(throws: SharedStorageError.self) { try store.synchronize() }
    #expect(AppStorageStore(url: url, layer: FileLayer()).integer(forKey: "other") == number.value)
  }

  @Test func aFailedWriteIsAnError() async throws {
    let folder = try Folder()
    let layer = FileLayer { call in
      if call.name == .write { throw SystemCallError(call: .write, path: call.path, code: 28) }
    }
    let store = AppStorageStore(url: folder.file(), layer: layer)
    @Shared(.appStorage("count", store: store)) var count = 1
    $count.withLock { $0 = 2 }
    let shared = $count
    await #expect(throws: SharedStorageError.self) { try await shared.save() }
    #expect($count.saveError is SharedStorageError)
    #expect(count == 2)
  }

  /// A static property of the program, which several tests use.
  private static let shop = AppStorageStore(suiteName: "counterpoint-shop")

  /// The settings of the user stay as they are, and each test begins with none.
  @Test(arguments: 1...3) func aStoreWithANameIsQuarantinedInTests(number: Int) async throws {
    let store = try #require(Self.shop)
    #expect(store.status == nil)
    @Shared(.appStorage("count", store: store)) var count = 0
    #expect(count == 0)
    let seen = Recorder<Int>()
    let subscription = store.observe("count") { seen.note(1) }
    $count.withLock { $0 = number }
    try await $count.save()
    #expect(store.integer(forKey: "count") == number && !seen.entries.isEmpty)
    subscription.cancel()
    let home = FileManager.default.homeDirectoryForCurrentUser
    #expect(!FileManager.default.fileExists(atPath: home.path + "/.config/counterpoint-shop.settings.json"))
  }

  @Test func twoStoresOfOneSuiteAreReported() throws {
    let name = "counterpoint-test-\(UUID())"
    let first = try #require(AppStorageStore(suiteName: name)), second = try #require(AppStorageStore(suiteName: name))
    #expect(AppStorageStore(suiteName: "a/b") == nil && AppStorageStore(suiteName: "a\0b") == nil)
    let reported = issues {
      let one: AppStorageKey<Int> = .appStorage("a", store: first)
      let two: AppStorageKey<Int> = .appStorage("a", store: second)
      withExtendedLifetime((one, two)) {}
    }
    #expect(reported.count == 1)
  }
}
