@_exported import SordinoVocabulary

/// The configuration that a session asked for: category, mode, options and policy together.
package struct SessionConfiguration: Hashable, Sendable {
    package var category: Category = .soloAmbient
    package var mode: Mode = .standard
    @Bits package var options: CategoryOptions = []
    package var policy: RouteSharingPolicy = .default
    /// Indicates whether the program has taken back the Bluetooth option that its mode brings (rules.md §2): it stated its
    /// options anew without stating the mode, and left the option out.
    package var declinesImpliedHFP = false

    package init(
        category: Category = .soloAmbient, mode: Mode = .standard, options: CategoryOptions = [],
        policy: RouteSharingPolicy = .default
    ) {
        self.category = category
        self.mode = mode
        self.options = options
        self.policy = policy
    }
}
