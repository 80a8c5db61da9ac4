// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of the public SwiftUI API that CounterpointSwiftUI and its guide use, in our own words, for the type
// checker. Nothing here runs: each body stops the program.

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
  public typealias Body = Never
  public var body: Never { declared() }
}

/// A view without a body of its own.
@MainActor @preconcurrency public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  public var body: Never { declared() }
}

func declared() -> Never { fatalError("This declaration is for the type checker.") }

@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { declared() }
  public static func buildBlock() -> EmptyView { declared() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { declared() }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { declared() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { declared() }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { declared() }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { declared() }
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { declared() }
}

public struct EmptyView: PrimitiveView {
  public init() {}
}

public struct AnyView: PrimitiveView {
  public init(_ view: some View) {}
}

public struct TupleView<T>: PrimitiveView {}
public struct _ConditionalContent<TrueContent, FalseContent>: PrimitiveView {}
extension Optional: View where Wrapped: View {
  public typealias Body = Never
  public var body: Never { declared() }
}

@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = _ViewModifier_Content<Self>
  @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: PrimitiveView {}

public struct ModifiedContent<Content, Modifier> {}
extension ModifiedContent: View, PrimitiveView where Content: View, Modifier: ViewModifier {}

extension View {
  public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> { declared() }
}

public struct Text: PrimitiveView, Equatable {
  public init(verbatim content: String) {}
  public init(_ key: LocalizedStringKey) {}
  @_disfavoredOverload public init<S: StringProtocol>(_ content: S) {}
  public static func + (left: Text, right: Text) -> Text { declared() }
  public func bold() -> Text { declared() }
  public func italic() -> Text { declared() }
  public func underline(
    _ isActive: Bool = true,
    pattern: LineStyle = .solid,
    color: Color? = nil
  ) -> Text { declared() }
  public func strikethrough(
    _ isActive: Bool = true,
    pattern: LineStyle = .solid,
    color: Color? = nil
  ) -> Text { declared() }
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { declared() }

  public struct LineStyle: Hashable, Sendable {
    public static let solid = LineStyle()
  }
}

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
}

public protocol ShapeStyle: Sendable {}

public struct Color: Hashable, ShapeStyle, PrimitiveView {
  public static let black = Color()
  public static let blue = Color()
  public static let brown = Color()
  public static let cyan = Color()
  public static let gray = Color()
  public static let green = Color()
  public static let indigo = Color()
  public static let mint = Color()
  public static let orange = Color()
  public static let pink = Color()
  public static let purple = Color()
  public static let red = Color()
  public static let teal = Color()
  public static let white = Color()
  public static let yellow = Color()
  public init(
    _ colorSpace: RGBColorSpace = .sRGB,
    red: Double,
    green: Double,
    blue: Double,
    opacity: Double = 1
  ) { declared() }
  init() {}

  public enum RGBColorSpace: Sendable {
    case sRGB, sRGBLinear, displayP3
  }
}

public struct ButtonRole: Equatable, Sendable {
  public static let destructive = ButtonRole()
  public static let cancel = ButtonRole()
}

public struct Button<Label: View>: PrimitiveView {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
  public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}

extension Button where Label == Text {
  public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
  public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}

public struct VStack<Content: View>: PrimitiveView {
  public init(spacing: Double? = nil, @ViewBuilder content: () -> Content) {}
}

public struct HStack<Content: View>: PrimitiveView {
  public init(spacing: Double? = nil, @ViewBuilder content: () -> Content) {}
}

public struct Form<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct List<SelectionValue, Content>: PrimitiveView {}
extension List where SelectionValue == Never, Content: View {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct TextField<Label: View>: PrimitiveView {}
extension TextField where Label == Text {
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
}

public struct Toggle<Label: View>: PrimitiveView {}
extension Toggle where Label == Text {
  public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}
extension ForEach: View, PrimitiveView where Content: View {
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}
extension ForEach where Content: View, ID == Data.Element.ID, Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

extension View {
  public nonisolated func disabled(_ disabled: Bool) -> some View { ModifiedContent<Self, Declared>() }
  public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
    ModifiedContent<Self, Declared>()
  }
  public nonisolated func onChange<V: Equatable>(
    of value: V,
    initial: Bool = false,
    _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View { ModifiedContent<Self, Declared>() }
  public nonisolated func task(
    priority: TaskPriority = .userInitiated,
    _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { ModifiedContent<Self, Declared>() }
}

struct Declared: ViewModifier {
  nonisolated init() {}
  func body(content: Content) -> some View { content }
}
