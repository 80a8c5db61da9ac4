/// The parts that a route reads and writes. Only ``RouteParts`` conforms; the protocol gives its values one type.
public protocol RoutePartsProtocol<Fields>: Sendable {
  /// The values of the parts, as a tuple without labels. One value stands for itself, and none is `Void`.
  associatedtype Fields

  /// A description of what the parts read, for ``ambiguities(in:)``.
  var shape: RouteShape { get }

  /// Reads the values.
  ///
  /// - Parameter reader: The part of an address that has not been read yet. The values end its path.
  /// - Returns: The values, or `nil` if the address isn't one of the route.
  func read(_ reader: inout RouteReader) -> Fields?

  /// Appends the values to an address.
  ///
  /// - Parameters:
  ///   - fields: The values.
  ///   - address: The address, which is unspecified after a failure.
  /// - Returns: `false` if a value has no text.
  func write(_ fields: Fields, to address: inout WebAddress) -> Bool
}

/// The parts of a route, which ``RoutePartsBuilder`` collects.
///
/// `Ending` is ``OpenPath`` as long as components may follow, and then ``ClosedPath``. The other parameters are the
/// types of the values, in order. They are those of the payload of the route's case.
public struct RouteParts<Ending, each Field>: RoutePartsProtocol {
  /// The values of the parts.
  public typealias Fields = (repeat each Field)

  let fields: (repeat RouteField<each Field>)

  /// The literal components behind the last field.
  var trailingLiterals: [String] = []

  init(fields: repeat RouteField<each Field>) {
    self.fields = (repeat each fields)
  }

  /// Reads the values, and then the end of the path.
  public func read(_ reader: inout RouteReader) -> (repeat each Field)? {
    do {
      let values = (repeat try Self.read(each fields, &reader))
      return reader.read(trailingLiterals) && reader.path.isEmpty ? values : nil
    } catch {
      return nil
    }
  }

  private static func read<Value>(_ field: RouteField<Value>, _ reader: inout RouteReader) throws -> Value {
    guard reader.read(field.literals), let value = field.read(&reader) else { throw NoMatch() }
    return value
  }

  /// Appends the values, each behind its literal components.
  public func write(_ values: (repeat each Field), to address: inout WebAddress) -> Bool {
    for (field, value) in repeat (each fields, each values) {
      address.path += field.literals
      guard field.write(value, &address) else { return false }
    }
    address.path += trailingLiterals
    return true
  }

  /// A description of what the parts read, in order.
  public var shape: RouteShape {
    var parts: [RouteShape.Part] = []
    for field in repeat each fields {
      parts += field.literals.map(RouteShape.Part.literal)
      parts.append(field.shape)
    }
    return RouteShape(parts: parts + trailingLiterals.map(RouteShape.Part.literal))
  }
}

private struct NoMatch: Error {}

/// The path of a route to which components can be added.
public enum OpenPath {}

/// The path of a route that ends with an optional component or with nested routes. Only queries can follow.
public enum ClosedPath {}
