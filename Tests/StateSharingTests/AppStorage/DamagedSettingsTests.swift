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
