import Foundation
import Testing

@testable import SordinoTimeline

/// The page can be read in both colour schemes, and used by keys and with a screen reader.
///
/// Source: Web Content Accessibility Guidelines 2.1, 1.1.1, 1.4.3, 2.1.1, 4.1.2.
@Suite struct PageAccessTests {
    /// Relative luminance of `#rgb` or `#rrggbb`, as WCAG 2.1 defines it.
    private static func luminance(_ colour: Substring) -> Double? {
        var digits = colour.dropFirst().compactMap(\.hexDigitValue)
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        guard digits.count == 6 else { return nil }
        let parts = stride(from: 0, to: 6, by: 2).map { index -> Double in
            let value = Double(digits[index] * 16 + digits[index + 1]) / 255
            return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    /// The colours by name: by day, and by night.
    private func schemes() throws -> [[String: Double]] {
        let style = TimelinePage.style
        let parts = style.components(separatedBy: "prefers-color-scheme: dark")
        try #require(parts.count == 2)
        return parts.map { part in
            var colours: [String: Double] = [:]
            let block = part[...].prefix { $0 != "}" }
            for match in block.matches(of: #/--([a-z-]+): (#[0-9a-f]{3,6});/#) {
                colours[String(match.1)] = Self.luminance(match.2)
            }
            return colours
        }
    }

    @Test func textStandsOutFromItsGround() throws {
        #expect(abs((Self.luminance("#808080") ?? 0) - 0.2159) < 0.0001)
        let pairs = [
            ("ink", "ground"), ("ink", "card"), ("soft", "ground"), ("soft", "card"), ("alarm", "card"),
            ("duck", "card"), ("card", "event"), ("card", "ink"), ("on-wave", "wave"),
        ]
        for (number, colours) in try schemes().enumerated() {
            for (text, ground) in pairs {
                let (first, second) = (try #require(colours[text], "\(text)"), try #require(colours[ground]))
                let contrast = (max(first, second) + 0.05) / (min(first, second) + 0.05)
                #expect(contrast >= 4.5, "scheme \(number): \(text) on \(ground) is \(contrast)")
            }
        }
    }

    @Test func picturesButtonsAndTipsHaveNames() {
        let html = TimelinePage(exampleTimeline()).html
        let body = html.components(separatedBy: "<script>")[0]
        for match in body.matches(of: #/<(svg|button|[a-z]+ [^>]*data-tip)[^>]*>/#) {
            let tag = match.0
            let isNamed = tag.contains("aria-label=\"") || tag.hasPrefix("<button class=\"jump\"")
            #expect(isNamed && !tag.contains("aria-label=\"\""), "\(tag)")
            if !tag.hasPrefix("<button") { #expect(tag.contains("role=\"img\""), "\(tag)") }
        }
        // Elements with a tip can be focused, and the tip itself is not read twice.
        let tips = body.matches(of: #/data-tip=/#).count
        #expect(tips > 0 && body.matches(of: #/tabindex="-1" aria-label="[^"]+" data-tip=/#).count == tips)
        #expect(body.contains("id=\"tip\" aria-hidden=\"true\""))
    }

    @Test func whatScrollsCanBeScrolledByKeysAndTheListIsReached() {
        let html = TimelinePage(exampleTimeline()).html
        #expect(html.contains("href=\"#list\"") && html.contains("id=\"list\""))
        #expect(html.matches(of: #/role="region" aria-label[a-z]*="[^"]+" tabindex="0"/#).count == 2)
        #expect(html.contains("lang=\"en\"") && html.contains("scope=\"col\""))
    }
}
