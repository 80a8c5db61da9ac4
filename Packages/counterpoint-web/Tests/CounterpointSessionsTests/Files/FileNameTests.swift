import Testing

@testable import CounterpointSessions

/// The names of files, which are hostile input.
@Suite struct FileNameTests {
  @Test(
    arguments: [
      ("cat.png", "cat.png"), ("Blüte 🌸.png", "Blüte 🌸.png"), ("../../etc/passwd", "passwd"),
      ("C:\\Users\\me\\a.txt", "a.txt"),
      ("", "file"), (".", "file"), ("..", "file"), ("a/..", "file"), ("a/", "file"), ("a\0b\r\n\tc\u{7F}", "abc"),
      ("gnp\u{202E}exe.png", "gnpexe.png"), ("\u{2066}\u{FEFF}", "file"), (".bashrc", ".bashrc"),
    ]
  )
  func aNameIsHarmless(name: String, cleaned: String) {
    #expect(FileName.cleaned(name) == cleaned)
  }

  @Test func aNameIsShort() {
    let name = FileName.cleaned(String(repeating: "ä", count: 1_000))
    #expect(name == String(repeating: "ä", count: 127))
    #expect(FileName.cleaned(String(repeating: "👩‍👩‍👧", count: 100)).utf8.count <= 255)
  }

  /// A page accepts files by their extensions.
  @Test func aShortenedNameKeepsItsExtension() {
    let stem = String(repeating: "ä", count: 1_000)
    #expect(FileName.cleaned(stem + ".tar.gz") == String(repeating: "ä", count: 126) + ".gz")
    let long = "." + String(repeating: "x", count: 31)
    #expect(FileName.cleaned(stem + long).hasSuffix("ä" + long))
    #expect(FileName.cleaned(stem + long + "x") == String(repeating: "ä", count: 127))
    #expect(FileName.cleaned("." + stem) == "." + String(repeating: "ä", count: 127))
    // A mark that forms one `Character` with the point before it.
    #expect(FileName.cleaned(stem + ".\u{301}a") == String(repeating: "ä", count: 125) + ".\u{301}a")
  }

  @Test(
    arguments: [
      ("report.csv", #"attachment; filename="report.csv""#),
      ("my report.csv", #"attachment; filename="my report.csv""#),
      ("Übersicht.csv", #"attachment; filename="_bersicht.csv"; filename*=UTF-8''%C3%9Cbersicht.csv"#),
      ("a\"; x=\"b\\c.txt", #"attachment; filename="c.txt""#),
      ("a\"b;c.txt", #"attachment; filename="a_b_c.txt"; filename*=UTF-8''a%22b%3Bc.txt"#),
      ("100%25.txt", #"attachment; filename="100_25.txt"; filename*=UTF-8''100%2525.txt"#),
      ("a\r\nSet-Cookie: b", #"attachment; filename="aSet-Cookie_ b"; filename*=UTF-8''aSet-Cookie%3A%20b"#),
    ]
  )
  func aNameIsEncodedForTheHeader(name: String, header: String) {
    #expect(FileName.disposition(name) == header)
  }
}
