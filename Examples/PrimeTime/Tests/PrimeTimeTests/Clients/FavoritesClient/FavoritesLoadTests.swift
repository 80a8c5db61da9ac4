import Foundation
import Testing

@testable import PrimeTime

@Suite("Loading favorites")
struct FavoritesLoadTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("No file, no favorites, and none is made")
  func noFile() async throws {
    #expect(try await folder.client().load() == FavoritesLoad(primes: []))
    #expect(try await folder.client("missing/folder/favorites.json").load() == FavoritesLoad(primes: []))
    #expect(try folder.names == [])
  }

  @Test("What was saved is loaded, in its order")
  func roundTrip() async throws {
    for primes in [[], [2], [7, 2, 5], [9_223_372_036_854_775_783, 3]] {
      #expect(try await folder.client().save(primes) == FavoritesSave())
      #expect(try await folder.client().load() == FavoritesLoad(primes: primes))
    }
  }

  @Test("The first of each prime counts, the rest is named, and the file stays as it is")
  func sortedOut() async throws {
    let text = favoritesText("[7, 4, 2, 7, 1, 4, -3, 2]")
    try folder.write(text, to: "favorites.json")
    #expect(try await folder.client().load() == FavoritesLoad(primes: [7, 2], notPrime: [4, 1, -3]))
    #expect(try folder.names == ["favorites.json"])
    #expect(try folder.text("favorites.json") == text)
  }

  @Test("Other spacing and unknown keys are fine")
  func lenient() async throws {
    try folder.write(
      #" { "note": {"by": "hand"}, "primes" : [ 2 ,7 ], "version":1, "format":"primetime-favorites" } "#,
      to: "favorites.json"
    )
    #expect(try await folder.client().load() == FavoritesLoad(primes: [2, 7]))
  }

  @Test(
    "What isn't ours is moved aside, whole, and the reason is given",
    arguments: [
      ("", "it is empty"),
      ("\n", "it is not JSON"),
      ("hello", "it is not JSON"),
      ("\u{0}\u{1}\u{2}", "it is not JSON"),
      (#"{"format":"primetime-favorites","version":1,"primes":[2,7"#, "it is not JSON"),
      ("[2, 7]", "it is not a JSON object"),
      ("null", "it is not a JSON object"),
      ("{}", #"it has no "format""#),
      (#"{"format":"primetime-favorites"}"#, #"it has no "version""#),
      (#"{"format":"primetime-favorites","version":1}"#, #"it has no "primes""#),
      (#"{"format":7,"version":1,"primes":[]}"#, #""format" has the wrong type"#),
      (#"{"format":"recipes","version":1,"primes":[]}"#, #"its "format" is "recipes", not "primetime-favorites""#),
      (
        #"{"format":"\u001b[2J\#(String(repeating: "x", count: 50))","version":1}"#,
        "its \"format\" is \"\u{FFFD}[2J\(String(repeating: "x", count: 36))…\", not \"primetime-favorites\""
      ),
      (#"{"format":"primetime-favorites","version":"1","primes":[]}"#, #""version" has the wrong type"#),
      (#"{"format":"primetime-favorites","version":true,"primes":[]}"#, #""version" has the wrong type"#),
      (favoritesText(version: 0, "[]"), "there never was a version 0"),
      (favoritesText(version: -1, "[]"), "there never was a version -1"),
      (favoritesText(#"{"2":7}"#), #""primes" has the wrong type"#),
      (favoritesText("null"), #""primes" has the wrong type"#),
      (favoritesText(#"[2,"7"]"#), #""primes"[1] has the wrong type"#),
      (favoritesText("[2,[7]]"), #""primes"[1] has the wrong type"#),
      (favoritesText("[2,7.5]"), "it has a number that is not whole or does not fit"),
      (favoritesText("[9223372036854775808]"), "it has a number that is not whole or does not fit"),
    ]
  )
  func foreign(text: String, reason: String) async throws {
    try folder.write(text, to: "favorites.json")
    let path = folder("favorites.json")
    await #expect(throws: FavoritesError.notFavorites(path: path, reason: reason)) { try await folder.client().load() }
    #expect(try folder.names == ["favorites.json"])
    #expect(try folder.text("favorites.json") == text)

    let report = try await folder.client().save([7]).movedAside
    let moved = try #require(try folder.quarantined)
    #expect(report == "\(path) is not a list of favorite primes (\(reason)); it was moved to \(moved).")
    #expect(try String(contentsOfFile: moved, encoding: .utf8) == text)
    #expect(try await folder.client().load() == FavoritesLoad(primes: [7]))
  }

  @Test("1,000 files of random bytes are left alone by a load and moved aside, whole, by a save")
  func randomBytes() async throws {
    var random = SplitMix(seed: 20_250_131)
    for number in 0..<1_000 {
      let bytes = Data(
        (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      )
      let folder = try TemporaryFolder()
      let name = "favorites-\(number)"
      try folder.write(bytes, to: name)
      await #expect(throws: FavoritesError.self) { try await folder.client(name).load() }
      #expect(try folder.bytes(name) == bytes)
      let save = try await folder.client(name).save([7])
      let moved = try #require(try folder.quarantined)
      #expect(save.movedAside?.contains(moved) == true)
      #expect(try Data(contentsOf: URL(fileURLWithPath: moved)) == bytes)
      #expect(try folder.names.count == 2)
    }
  }

  @Test("No beginning of our file is taken for our file, and no changed byte gives a list that was not there")
  func damaged() async throws {
    let whole = FavoritesFormat.encode([2, 7, 11])
    for count in 0..<whole.count - 2 {
      #expect(throws: FavoritesError.self, "the first \(count) bytes") {
        try FavoritesFormat.decode(whole.prefix(count), path: "/a")
      }
    }
    var random = SplitMix(seed: 7)
    for _ in 0..<2_000 {
      var bytes = whole
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      let list = try? FavoritesFormat.decode(bytes, path: "/a")
      #expect(list?.primes.allSatisfy(isPrime) != false)
    }
  }

  @Test("More than 16 MiB are not read")
  func tooLarge() async throws {
    try folder.write("", to: "favorites.json")
    let handle = try #require(FileHandle(forWritingAtPath: folder("favorites.json")))
    try handle.truncate(atOffset: 1 << 30)
    try handle.close()
    await #expect(
      throws: FavoritesError.notFavorites(path: folder("favorites.json"), reason: "it is larger than 16 MiB")
    ) {
      try await folder.client().load()
    }
    #expect(try folder.names == ["favorites.json"])
  }

  @Test("A newer version is reported and stays where it is, for load and save", arguments: [2, 3, .max])
  func newer(version: Int) async throws {
    let text = favoritesText(version: version, #"{"another":"shape"}"#)
    try folder.write(text, to: "favorites.json")
    let error = FavoritesError.newerVersion(path: folder("favorites.json"), version: version, supported: 1)
    await #expect(throws: error) { try await folder.client().load() }
    await #expect(throws: error) { try await folder.client().save([2]) }
    #expect(try folder.names == ["favorites.json"])
    #expect(try folder.text("favorites.json") == text)
  }
}

/// A generator of random numbers that gives the same ones every time.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
