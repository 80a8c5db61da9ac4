import CounterpointHTML
public import DependencyInjection
public import Foundation

/// The languages, the time zone and the address of a visitor, as the browser tells them.
///
/// A site sets the dependencies `\.locale`, `\.preferredLocales`, `\.calendar` and `\.timeZone` of each store from it,
/// so that features format numbers, dates and texts for their visitor. A locale has a language, a script and a region
/// that the system knows, and nothing else of the browser's tag. This value has the rest:
///
/// ```swift
/// @Dependency(\.webVisitor) var visitor
/// ```
///
/// All of it comes from the browser, so none of it proves anything. A session keeps what its first request has told.
public struct WebVisitor: Hashable, Sendable {
  /// The languages that the visitor prefers, the best first, as in `de-CH`; at most 16.
  public var languages: [String]
  /// The time zone; `nil` in the first page of a new browser, and without the script.
  public var timeZone: TimeZone?
  /// The IP address of the client, not of a proxy; `nil` if the server does not know it.
  public var remoteAddress: String?
  /// The text by which the browser names itself.
  public var userAgent: String?
  /// The address of the page with which the store starts, below the path of the site; `nil` if the program has no
  /// ``WebAddresses``.
  public var address: String?

  /// Creates a value, for tests.
  ///
  /// - Parameters:
  ///   - languages: The preferred languages, the best first.
  ///   - timeZone: The time zone.
  ///   - remoteAddress: The IP address.
  ///   - userAgent: The text by which the browser names itself.
  ///   - address: The address of the page.
  public init(
    languages: [String] = [],
    timeZone: TimeZone? = nil,
    remoteAddress: String? = nil,
    userAgent: String? = nil,
    address: String? = nil
  ) {
    self.languages = languages
    self.timeZone = timeZone
    self.remoteAddress = remoteAddress
    self.userAgent = userAgent
    self.address = address
  }

  /// The network of the client, by which the limits per address count; `nil` if the server does not know the address.
  ///
  /// For limits of a program's own, such as those of attempts to sign in: a client can choose another IPv6 address for
  /// each request. It is an IPv4 address, or the 64-bit prefix of an IPv6 address, as in `2001:db8:0:1::/64`. An IPv6
  /// address of a translator or a tunnel (NAT64, 6to4, Teredo) counts as the IPv4 address in it. Equal networks have
  /// equal texts.
  public var network: String? {
    remoteAddress.map { "\(AddressKey($0))" }
  }

  /// The name of the cookie by which the script tells the time zone.
  static let timeZoneCookie = "counterpoint-time-zone"

  init(_ request: WebRequest, at address: String?) {
    self.init(
      languages: request.headers["accept-language"].map { Self.languages(in: $0) } ?? [],
      timeZone: request.cookies(Self.timeZoneCookie).first.flatMap { Self.timeZone(named: $0) },
      remoteAddress: request.remoteAddress,
      userAgent: request.headers["user-agent"].map { $0.prefix(bytes: 256) },
      address: address
    )
  }

  /// Parses the header `Accept-Language`, as in `de-CH, de;q=0.9, *;q=0.5`. Invalid parts are left out.
  ///
  /// Works on bytes, because each page of a new visitor needs it: characters take seven times as long.
  private static func languages(in header: String) -> [String] {
    let parts = Array(header.utf8).split(maxSplits: 16) { $0 == UInt8(ascii: ",") }
    let found: [(tag: String, quality: Int)] = parts.prefix(16).compactMap { part in
      let fields = part.split(maxSplits: 1) { $0 == UInt8(ascii: ";") }.map { field in
        field.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ";") }
      }
      guard let tag = fields.first, tag.count <= 35, tag.first.map(isLetter) == true,
        tag.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") })
      else { return nil }
      let hasQuality = fields.count == 2 && fields[1].starts(with: "q=".utf8)
      let quality = hasQuality ? thousandths(fields[1].dropFirst(2)) : 1000
      return quality > 0 ? (String(decoding: tag, as: UTF8.self), quality) : nil
    }
    // Languages of the same quality keep their order.
    return found.enumerated()
      .sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }
      .map(\.element.tag)
  }

  /// Parses a number from 0 to 1 with up to three decimals, in thousandths.
  private static func thousandths(_ text: some Sequence<UInt8>) -> Int {
    var (value, unit) = (0, 1000)
    for byte in text where byte != UInt8(ascii: ".") {
      guard isDigit(byte) else { return 0 }
      value += Int(byte - UInt8(ascii: "0")) * unit
      unit /= 10
    }
    return min(value, 1000)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns a time zone of the system's list. Other names are not looked up, because they could name files.
  private static func timeZone(named text: String) -> TimeZone? {
    guard let name = text.removingPercentEncoding, knownTimeZones.contains(name) else { return nil }
    return TimeZone(identifier: name)
  }

  private static let knownTimeZones = Set(TimeZone.knownTimeZoneIdentifiers + ["UTC"])

  /// Returns the best of a program's languages for this visitor, with the visitor's region: texts in `de` and numbers
  /// as in `de-CH`.
  ///
  /// - Parameter offered: The languages of the program. The first is the default.
  func choice(of offered: [String]) -> (language: String, locale: Locale) {
    for wanted in languages {
      let tag = wanted.lowercasedASCII()
      if let own = offered.first(where: { $0.lowercasedASCII() == tag }) {
        return (own, Self.locale(ofOffered: own))
      }
      let language = KnownLocales.language(of: wanted)
      let sameLanguage = offered.filter { KnownLocales.language(of: $0) == language }
      // Few readers of one script can read the other.
      let script = sameLanguage.count > 1 ? KnownLocales.script(of: wanted) : nil
      if let own = sameLanguage.first(where: { KnownLocales.script(of: $0) == script }) ?? sameLanguage.first {
        let identifier = KnownLocales.identifier(of: wanted, offered: offered)
        return (own, identifier.map { Locale(identifier: $0) } ?? Self.locale(ofOffered: own))
      }
    }
    let language = offered.first ?? "en"
    return (language, Self.locale(ofOffered: language))
  }

  private static func locale(ofOffered tag: String) -> Locale {
    Locale(identifier: tag.replacing("-", with: "_"))
  }

  /// Sets the dependencies of a visitor's store.
  ///
  /// - Parameters:
  ///   - dependencies: The dependencies.
  ///   - offered: The languages of the program.
  func set(_ dependencies: inout DependencyValues, languages offered: [String]) {
    let locale = choice(of: offered).locale
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    if let timeZone {
      calendar.timeZone = timeZone
      dependencies.timeZone = timeZone
    }
    dependencies.webVisitor = self
    dependencies.locale = locale
    dependencies.preferredLocales = languages.compactMap { tag in
      KnownLocales.identifier(of: tag, offered: offered).map { Locale(identifier: $0) }
    }
    dependencies.calendar = calendar
  }
}

extension DependencyValues {
  /// The visitor of the store, as the browser tells. Empty outside of a ``WebSite``.
  public var webVisitor: WebVisitor {
    get { self[WebVisitorKey.self] }
    set { self[WebVisitorKey.self] = newValue }
  }
}

private enum WebVisitorKey: DependencyKey {
  static let liveValue = WebVisitor()
  static let testValue = WebVisitor()
}
