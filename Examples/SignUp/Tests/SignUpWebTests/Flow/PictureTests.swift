import CounterpointHTML
@_spi(Internals) import CounterpointRecording
import CounterpointSessions
import CounterpointSessionsTestSupport
import ExampleTestSupport
import Foundation
import SignUp
import SignUpWeb
import Testing

@Suite(.timeLimit(.minutes(20))) struct PictureTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let me = TestFile("me.png", type: "image/png", contents: png + Array(repeating: 7, count: 92))
  private static let text = TestFile("text.png", type: "image/png", text: "hello")

  /// Sends a file, at once or with the form, and goes on.
  private func upload(_ file: TestFile, by visitor: Visitor) async throws {
    try await visitor.upload(file, into: "picture")
    try await visitor.click("Next")
  }

  @Test(arguments: [true, false])
  func aPictureIsStoredWithTheAccount(hasScript: Bool) async throws {
    let place = try TemporaryPlace()
    let visitor = try await visitor(.file(place.path("accounts.json")), hasScript: hasScript)
    try await visitor.goToPicture()
    try await upload(Self.me, by: visitor)
    try await visitor.wait { $0.element(id: "topic-music") != nil }
    try await visitor.follow("Back")
    #expect(await visitor.page.element(id: "picture")?.text == "Your picture: me.png (PNG, 100 bytes).")
    // A form without a file keeps the picture.
    try await visitor.click("Next")
    try await visitor.check("music")
    try await visitor.click("Next")
    let entered = await visitor.page.element(id: "entered-personal-info")?.text
    #expect(entered == "Blob, 555 010 0199, me.png (PNG, 100 bytes)")
    try await visitor.click("Sign up")
    try await visitor.wait { $0.text.contains("Welcome, Blob.") }
    let folder = place.url.appending(component: "accounts.json.pictures")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == 1 && names[0].hasSuffix(".png"))
    #expect(try Data(contentsOf: folder.appending(component: names[0])) == Data(Self.me.contents))
  }

  @Test(arguments: [true, false])
  func aTextWithTheNameOfAPictureIsRefused(hasScript: Bool) async throws {
    let visitor = try await visitor(hasScript: hasScript)
    try await visitor.goToPicture()
    try await visitor.upload(Self.text, into: "picture")
    if !hasScript { try await visitor.click("Next") }
    try await visitor.wait { $0.element(id: "field-picture-problem")?.text != "" }
    #expect(await visitor.address == "/about-you")
    let problem = await visitor.page.element(id: "field-picture-problem")?.text
    #expect(problem == "text.png is not a picture. Choose a PNG, JPEG or GIF.")
    #expect(await visitor.page.element(id: "field-name")?.value(of: "value") == "Blob")
    // The picture is optional.
    try await visitor.click("Next")
    #expect(await visitor.address == "/topics")
    try await visitor.follow("Back")
    #expect(await visitor.page.element(id: "field-picture-problem")?.text == "")
  }

  @Test(arguments: [true, false])
  func aPictureThatIsTooBigIsRefused(hasScript: Bool) async throws {
    let visitor = try await visitor(hasScript: hasScript)
    try await visitor.goToPicture()
    let contents = Self.png + Array(repeating: 7, count: Picture.maximumByteCount)
    let error = await #expect(throws: TestVisitorError.self) {
      try await upload(TestFile("big.png", type: "image/png", contents: contents), by: visitor)
    }
    guard case .refused(status: 413, text: _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // A refused form changes nothing. With the script, the texts were sent before.
    if !hasScript { try await visitor.open() }
    #expect(await visitor.address == "/about-you")
    #expect(await visitor.page.element(id: "field-name")?.value(of: "value") == (hasScript ? "Blob" : ""))
    #expect(await visitor.page.element(id: "picture")?.text == "")
  }

  @Test(arguments: [true, false])
  func aFileOfAnotherTypeIsRefused(hasScript: Bool) async throws {
    let visitor = try await visitor(hasScript: hasScript)
    try await visitor.goToPicture()
    let error = await #expect(throws: TestVisitorError.self) {
      try await upload(TestFile("page.svg", type: "image/svg+xml", text: "<svg/>"), by: visitor)
    }
    guard case .refused(status: 415, text: _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [true, false])
  func aPictureIsRemoved(hasScript: Bool) async throws {
    let visitor = try await visitor(hasScript: hasScript)
    try await visitor.goToPicture()
    await #expect(throws: TestVisitorError.self) { try await visitor.click("Remove the picture") }
    try await upload(Self.me, by: visitor)
    try await visitor.wait { $0.element(id: "topic-music") != nil }
    try await visitor.follow("Back")
    try await visitor.click("Remove the picture")
    #expect(await visitor.page.element(id: "picture")?.text == "")
    try await visitor.click("Next")
    try await visitor.check("music")
    try await visitor.click("Next")
    #expect(await visitor.page.element(id: "entered-personal-info")?.text == "Blob, 555 010 0199")
  }

  /// A session has room for two pictures, the chosen one and that of an edit, and for those that the ends of effects
  /// still hold: at most one on each processor. So each one that was dropped is removed.
  @Test(arguments: [true, false])
  func droppedPicturesLeaveNoFile(hasScript: Bool) async throws {
    let count = 2 + ProcessInfo.processInfo.activeProcessorCount
    let room = UploadLimits(bytesPerSession: count * Self.me.contents.count)
    let visitor = try await visitor(limits: WebLimits(uploads: room), hasScript: hasScript)
    for round in 1...2 {
      try await visitor.goToPicture()
      for _ in 1...count {
        // The first is replaced, the second is refused.
        for file in [Self.me, Self.text, Self.me] {
          try await visitor.upload(file, into: "picture")
          try await visitor.click("Next")
          try await visitor.wait { page in
            page.element(id: "topic-music") != nil || page.element(id: "field-picture-problem")?.text.isEmpty == false
          }
          if await visitor.page.element(id: "topic-music") != nil { try await visitor.follow("Back") }
        }
      }
      try await visitor.click("Next")
      try await visitor.check("music")
      try await visitor.click("Next")
      for _ in 1...count {
        // An edit that is not completed.
        try await visitor.follow("Edit: About you")
        try await visitor.upload(Self.me, into: "picture")
        if !hasScript { try await visitor.click("Remove the picture") }
        try await visitor.follow("Back")
      }
      #expect(await visitor.text.contains("me.png (PNG, 100 bytes)"))
      try await visitor.click("Cancel")
      try await visitor.click("Discard")
      #expect(await visitor.address == "/", "round \(round)")
    }
  }

  @Test(arguments: [true, false])
  func aRecordingHasNoContentAndIsRepeated(hasScript: Bool) async throws {
    let place = try TemporaryPlace()
    let url = place.url.appending(component: "a.recording.jsonl")
    let recorder = try Recorder(at: url, redacting: .signUp)
    let visitor = Visitor(WebSite(.signUp(.inMemory(), recorder: recorder)), hasScript: hasScript)
    try await visitor.open()
    try await visitor.goToPicture()
    let file = TestFile("me.png", type: "image/png", contents: Self.png + Array("the marker".utf8))
    try await upload(file, by: visitor)
    try await visitor.wait { $0.element(id: "topic-music") != nil }
    recorder.flush()
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(text.contains("me.png"))
    #expect(!text.contains("marker") && !text.contains(Data("the marker".utf8).base64EncodedString()))
    let recording = try Recording(contentsOf: url)
    let results = recording.stores.map { store in
      Replay(recording, store: store.number, redacting: .signUp) { WebFeature() }.run()
    }
    #expect(results.allSatisfy { $0.divergence == nil })
    #expect(results.last?.state?.flow.draft.picture?.name == "me.png")
  }
}
