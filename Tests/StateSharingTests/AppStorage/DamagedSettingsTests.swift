@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import Foundation
import Observation
@_spi(Internals) import DurableFiles
import StateSharing
import Testing

/// Tests of settings files that are damaged completely or partly.
@Suite(.ends) struct DamagedSettingsTests {
  private let folder: Folder
  private let url: URL

  init() throws {
    folder = try Folder()
    url = folder.file("test.settings.json")
  }

  private func put(_ text: String) throws { try Data(text.utf8).write(to: url) }

  private func entries() throws -> [String: NSObject] {
    try #require(JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: NSObject])
  }

  @Test func oneDamagedEntryDoesNotAffectTheOthers() async throws {
    let bad = #"{"int":{"_0":"x"}}"#, newer = #"{"matrix":{"_0":[1,2.5,null,true,{"a":"b"}]}}"#
    try put(#"{"good":{"int":{"_0":7}},"bad":\#(bad),"newer":\#(newer)}"#)
    let before = try entries()
    let store = AppStorageStore(url: url, layer: FileLayer())
    @Shared(.appStorage("good", store: store)) var good = 0
    @Shared(.appStorage("bad", store: store)) var bad1 = 1
    #expect(good == 7)
    #expect($good.loadError == nil)
    #expect(bad1 == 1)
    #expect("\(String(describing: $bad1.loadError))".contains("bad"))
    #expect($bad1.loadError is SharedStorageError)
    #expect(store.object(forKey: "bad") == nil)
    $good.withLock { $0 = 8 }
    try await $good.save()
    var after = try entries()
    #expect(after["bad"] == before["bad"])
    #expect(after["newer"] == before["newer"])
    #expect(folder.names == ["test.settings.json"])
    // The first write of the damaged entry copies the file before.
    $bad1.withLock { $0 = 2 }
    try await $bad1.save()
    after = try entries()
    #expect(AppStorageStore(url: url, layer: FileLayer()).integer(forKey: "bad") == 2)
    #expect(after["newer"] == before["newer"])
    let aside = folder.names.filter { $0.contains("corrupt") }
    #expect(aside.count == 1)
    #expect(folder.text(aside.first ?? "")?.contains(#""_0":"x""#) == true)
    #expect($bad1.loadError == nil)
  }

  /// Each attempt copied the file again, and removed the oldest copy.
  @Test func aFileWithADamagedEntryIsCopiedOnce() async throws {
    try put(#"{"count":{"int":{"_0":"x"}}}"#)
    let isFull = Locked(true), path = url.path
    let layer = FileLayer { call in
      if call.name == .rename, call.path == path, isFull.withLock({ $0 }) {
        throw SystemCallError(call: .rename, path: path, code: ENOSPC)
      }
    }
    let store = AppStorageStore(url: url, layer: layer)
    @Shared(.appStorage("count", store: store)) var count = 1
    let shared = $count
    for number in 2...8 {
      $count.withLock { $0 = number }
      await #expect(throws: SharedStorageError.self) { try await shared.save() }
    }
    isFull.withLock { $0 = false }
    try await shared.save()
    let aside = folder.names.filter { $0.contains("corrupt") }
    #expect(aside.compactMap { folder.text($0) } == [#"{"count":{"int":{"_0":"x"}}}"#])
  }

  @Test(arguments: ["not json", "[1]", #"{"count":{"int":{"_0":7}}"#])
  func aDamagedFileIsAnErrorAndIsKept(text: String) async throws {
    try put(text)
    let store = AppStorageStore(url: url, layer: FileLayer())
    @Shared(.appStorage("count", store: store)) var count = 1
    #expect(count == 1)
    guard case .corrupt(let path, nil, _)? = $count.loadError as? SharedStorageError else {
      Issue.record("\(String(describing: $count.loadError))")
      return
    }
    #expect(path == url.path)
    try store.synchronize()
    #expect(folder.names == ["test.settings.json"])
    #expect(folder.text("test.settings.json") == text)
    $count.withLock { $0 = 2 }
    try await $count.save()
    #expect($count.loadError == nil)
    let aside = folder.names.filter { $0.contains("corrupt") }
    #expect(aside.compactMap { folder.text($0) } == [text])
    #expect(AppStorageStore(url: url, layer: FileLayer()).integer(forKey: "count") == 2)
  }

  /// A decoder of the whole document refuses each of these.
  @Test(
    arguments: [
      #"{"string":{"_0":"x\ud83d"}}"#, #"{"double":{"_0":1e999}}"#, #"{"int":{"_0":99999999999999999999}}"#,
      "{\"string\":{\"_0\":\"\u{1}\"}}", "nonsense", #"{"a":"{}],\"\\"}"#,
      String(repeating: "[", count: 600) + String(repeating: "]", count: 600),
    ]
  )
  func anEntryThatNoDecoderReadsKeepsItsBytes(json: String) async throws {
    try put(#"{ "count" : {"int":{"_0":4}}, "bad":\#(json) , "last":{"string":{"_0":"}"}}}"#)
    let store = AppStorageStore(url: url, layer: FileLayer())
    @Shared(.appStorage("count", store: store)) var count = 0
    @Shared(.appStorage("bad", store: store)) var bad = "none"
    @Shared(.appStorage("last", store: store)) var last = ""
    #expect(count == 4 && last == "}" && bad == "none")
    #expect($count.loadError == nil && $last.loadError == nil)
    guard case .damagedSetting("bad", url.path, _)? = $bad.loadError as? SharedStorageError else {
      Issue.record("\(String(describing: $bad.loadError))")
      return
    }
    $count.withLock { $0 = 5 }
    try await $count.save()
    #expect(
      folder.text("test.settings.json")
        == #"{"bad":\#(json),"count":{"int":{"_0":5}},"last":{"string":{"_0":"}"}}}"#
    )
    #expect(folder.names == ["test.settings.json"])
    $bad.withLock { $0 = "new" }
    try await $bad.save()
    #expect(AppStorageStore(url: url, layer: FileLayer()).string(forKey: "bad") == "new")
    #expect(folder.names.count == 2)
  }

  @Test func aNameThatCanNotBeDecodedStays() throws {
    try put(#"{"\ud83d":{"int":{"_0":1}},"count":{"int":{"_0":4}}}"#)
    let store = AppStorageStore(url: url, layer: FileLayer())
    #expect(store.integer(forKey: "count") == 4)
    store.set(5, forKey: "count")
    try store.synchronize()
    #expect(folder.text("test.settings.json") == #"{"count":{"int":{"_0":5}},"\ud83d":{"int":{"_0":1}}}"#)
  }

  /// Editors of Windows write such files.
  @Test func theMarkAtTheStartOfAFileIsSkipped() throws {
    let text = #"{"name":{"string":{"_0":"ä"}}}"#
    for data in [Data([0xef, 0xbb, 0xbf]) + Data(text.utf8), try #require(text.data(using: .utf16))] {
      try data.write(to: url)
      #expect(AppStorageStore(url: url, layer: FileLayer()).string(forKey: "name") == "ä")
    }
  }

  /// A program that writes in place, and crashed. All settings are still in the memory of this one.
  @Test func anEmptiedFileGetsAllSettingsBack() async throws {
    let store = AppStorageStore(url: url, layer: FileLayer())
    store.set(1, forKey: "count")
    store.set("a", forKey: "name")
    try store.synchronize()
    try Data().write(to: url)
    try store.synchronize()
    #expect(store.string(forKey: "name") == "a")
    store.set(2, forKey: "count")
    try store.synchronize()
    let after = AppStorageStore(url: url, layer: FileLayer())
    #expect(after.integer(forKey: "count") == 2 && after.string(forKey: "name") == "a")
    #expect(folder.names == ["test.settings.json"])
  }

  /// The damaged file is quarantined, and the write of all settings fails.
  @Test func settingsStayIfTheWriteAfterAQuarantineFails() throws {
    let isBroken = Locked(false)
    let layer = FileLayer { call in
      if call.name == .write, isBroken.withLock({ $0 }) {
        throw SystemCallError(call: .write, path: call.path, code: 28)
      }
    }
    let store = AppStorageStore(url: url, layer: layer)
    store.set("a", forKey: "name")
    store.set(1, forKey: "count")
    try store.synchronize()
    isBroken.withLock { $0 = true }
    try put("not json")
    store.set(2, forKey: "count")
    #expect(throws: SharedStorageError.self) { try store.synchronize() }
    isBroken.withLock { $0 = false }
    try store.synchronize()
    for store in [store, AppStorageStore(url: url, layer: FileLayer())] {
      #expect(store.string(forKey: "name") == "a" && store.integer(forKey: "count") == 2)
    }
    #expect(folder.names.compactMap { folder.text($0) }.contains("not json"))
  }

  /// The repaired file has no such setting either.
  @Test func theErrorOfAFileEndsWhenItCanBeRead() async throws {
    try put("not json")
    let store = AppStorageStore(url: url, layer: FileLayer())
    @Shared(.appStorage("count", store: store)) var count = 1
    let shared = $count
    #expect(shared.loadError != nil)
    let isCleared = Signal()
    withObservationTracking({ _ = shared.loadError }, onChange: { isCleared.send() })
    try Data(#"{"name":{"string":{"_0":"a"}}}"#.utf8).write(to: url, options: .atomic)
    await isCleared.wait()
    #expect(count == 1 && store.string(forKey: "name") == "a" && store.integer(forKey: "count") == 1)
  }

  @Test func damageWhileTheProgramRunsIsAnError() async throws {
    try put(#"{"count":{"int":{"_0":7}}}"#)
    let store = AppStorageStore(url: url, layer: FileLayer())
    @Shared(.appStorage("count", store: store)) var count = 1
    let shared = $count
    let isSeen = Signal()
    withObservationTracking({ _ = shared.loadError }, onChange: { isSeen.send() })
    try Data(#"{"count":{"int":{"_0":true}}}"#.utf8).write(to: url, options: .atomic)
    await isSeen.wait()
    // The value stays, because the file has none.
    #expect(count == 7)
  }
}
