import ExampleTestSupport
import Foundation
import SignUp
import Testing

@Suite struct PictureTests {
  private let place: TemporaryPlace

  init() throws {
    place = try TemporaryPlace()
  }

  private func write(_ data: Data, _ name: String) throws -> String {
    try data.write(to: place.url.appending(component: name))
    return place.path(name)
  }

  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1], .png), ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
      (Array("GIF87a…".utf8), .gif), (Array("GIF89a".utf8), .gif), (Array("GIF88a".utf8), nil),
      ([0x89, 0x50, 0x4E, 0x47], nil), ([0, 0xFF, 0xD8, 0xFF], nil), (Array("<svg/>".utf8), nil), ([], nil),
    ] as [([UInt8], PictureFormat?)]
  )
  func theFirstBytesTellTheFormat(bytes: [UInt8], format: PictureFormat?) {
    #expect(PictureFormat(bytes) == format)
  }

  @Test func aFileAtAPathIsTaken() throws {
    let path = try write(.png(), "my picture.jpeg")
    let picture = try Picture(OfferedFile(path: " \(path) "), id: UUID(1))
    #expect(picture == Picture(id: UUID(1), name: "my picture.jpeg", format: .png, byteCount: 67))
    #expect(picture.summary == "my picture.jpeg (PNG, 67 bytes)")
    #expect(picture.fileName == "00000000-0000-0000-0000-000000000001.png")
    #expect(try picture.data() == .png())
    #expect(try Picture(OfferedFile(path: path)) != picture)
  }

  @Test func aLinkLeadsToItsFile() throws {
    let path = try write(.png(), "me.png")
    try FileManager.default.createSymbolicLink(atPath: place.path("link"), withDestinationPath: path)
    #expect(try Picture(OfferedFile(path: place.path("link"))).byteCount == 67)
  }

  @Test func aFileThatIsNoPictureIsRefused() throws {
    let text = try write(Data("hello".utf8), "me.png")
    #expect(throws: PictureError.notAPicture(name: "me.png")) { try Picture(OfferedFile(path: text)) }
    let missing = place.path("nowhere.png")
    #expect(throws: PictureError.missing(path: missing)) { try Picture(OfferedFile(path: missing)) }
    #expect(throws: PictureError.notAFile(path: place.url.path)) { try Picture(OfferedFile(path: place.url.path)) }
    #expect(throws: PictureError.notAFile(path: "/dev/zero")) { try Picture(OfferedFile(path: "/dev/zero")) }
    let unreadable = OfferedFile(name: "me.png") { _ in throw CocoaError(.fileReadCorruptFile) }
    let error = #expect(throws: PictureError.self) { try Picture(unreadable) }
    #expect(error?.description.hasPrefix("me.png can't be read: ") == true)
  }

  @Test func theLimitIsInclusive() throws {
    let path = try write(.png(byteCount: Picture.maximumByteCount), "big.png")
    #expect(try Picture(OfferedFile(path: path)).summary == "big.png (PNG, 5 MB)")
    try Data.png(byteCount: Picture.maximumByteCount + 1).write(to: URL(fileURLWithPath: path))
    let error = PictureError.tooBig(name: "big.png", byteCount: Picture.maximumByteCount + 1)
    #expect(throws: error) { try Picture(OfferedFile(path: path)) }
    // A function that ignores the limit.
    #expect(throws: error) { try Picture(OfferedFile("big.png", .png(byteCount: Picture.maximumByteCount + 1))) }
    #expect(error.localizedDescription == "big.png has 5.1 MB. Choose a picture of at most 5 MB.")
  }

  @Test func aFileThatHasChangedIsNotTheCheckedOne() throws {
    let path = try write(.png(), "me.png")
    let picture = try Picture(OfferedFile(path: path))
    for other in [Data.png(byteCount: 68), Data("GIF89a".utf8) + Data(repeating: 0, count: 61)] {
      try other.write(to: URL(fileURLWithPath: path))
      #expect(throws: PictureError.changed(name: "me.png")) { try picture.data() }
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: PictureError.missing(path: path)) { try picture.data() }
  }

  @Test func aDecodedPictureIsTheSameWithoutBytes() throws {
    let data = Data.png(byteCount: 3000)
    let picture = try Picture(OfferedFile("me.png", data))
    let code = try JSONEncoder().encode(picture)
    let decoded = try JSONDecoder().decode(Picture.self, from: code)
    #expect(decoded == picture)
    #expect(decoded.summary == "me.png (PNG, 3 KB)")
    #expect(code.count < 200)
    #expect(throws: PictureError.unavailable(name: "me.png")) { try decoded.data() }
    let file = try JSONDecoder().decode(OfferedFile.self, from: JSONEncoder().encode(OfferedFile(path: "/etc/passwd")))
    #expect(file.name == "passwd")
    #expect(throws: PictureError.unavailable(name: "passwd")) { try Picture(file) }
  }
}
