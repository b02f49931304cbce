import CPipeWire
import SordinoHardware

/// A message of the service to its keeper, as a line of text: the sink in use, and the links that it took the place of.
package struct KeeperWord: Hashable, Sendable {
    /// The node name of the sink in use; nil for none.
    package var sink: String?
    /// Links of programs that make them themselves.
    package var patches: [GraphLinkEnds: KeptLinks.Nodes]

    /// Makes a message from its parts.
    package init(sink: String? = nil, patches: [GraphLinkEnds: KeptLinks.Nodes] = [:]) {
        (self.sink, self.patches) = (sink, patches)
    }

    /// The line, without its end: the name, and behind tabulators the numbers of nodes and ports of each link.
    package var line: String {
        // A name is a stranger's: it could hold anything.
        let name = (sink ?? "").filter { $0 != "\t" && !$0.isNewline }
        let links = patches.map { ends, nodes in [nodes.output, ends.output, nodes.input, ends.input] }
        return
            ([name]
            + links.sorted { $0.lexicographicallyPrecedes($1) }.map { link in
                link.map(String.init).joined(separator: " ")
            }).joined(separator: "\t")
    }

    /// Reads a line; what is no link is left out.
    package init(line: String) {
        let words = line.split(separator: "\t", omittingEmptySubsequences: false)
        let name = words.first.map(String.init) ?? ""
        self.init(sink: name.isEmpty ? nil : name)
        for word in words.dropFirst() {
            let numbers = word.split(separator: " ").compactMap { UInt32($0) }
            guard numbers.count == 4 else { continue }
            patches[GraphLinkEnds(output: numbers[1], input: numbers[3])] =
                KeptLinks.Nodes(output: numbers[0], input: numbers[2])
        }
    }
}

/// The links that the keeper makes.
package enum KeptLinks {
    /// The nodes at the ends of a link.
    package struct Nodes: Hashable, Sendable {
        package var output: UInt32
        package var input: UInt32

        /// Makes a pair.
        package init(output: UInt32, input: UInt32) { (self.output, self.input) = (output, input) }
    }
}

extension PipeWireConnection {
    /// Makes links that outlive this process; the loop lock is held.
    package func makeLasting(_ links: [GraphLinkEnds: KeptLinks.Nodes]) {
        for (ends, nodes) in links {
            let properties = [
                "link.output.node": String(nodes.output), "link.output.port": String(ends.output),
                "link.input.node": String(nodes.input), "link.input.port": String(ends.input),
                "object.linger": "true",
            ]
            _ = properties.withItems {
                cpw_object_create(server, "link-factory", GraphKind.link.rawValue, 3, $0, $1)
            }
        }
    }
}
