/// A number with so many decimals.
package func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return value < 0 ? "−∞" : "∞" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let rounded = Int((value * scale).rounded())
    let whole = abs(rounded) / Int(scale)
    let rest = String(abs(rounded) % Int(scale))
    let sign = rounded < 0 ? "−" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(String(repeating: "0", count: decimals - rest.count))\(rest)"
}
