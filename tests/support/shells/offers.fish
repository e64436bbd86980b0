# offers.fish SCRIPT LINE...: what the script offers at the end of each line.
source $argv[1]
for line in $argv[2..-1]
    echo "= $line"
    for offer in (complete -C $line)
        # After the tabulator comes the description. An option with its value is one word for fish.
        string split \t -- $offer | head -n 1 | string replace -r -- '^--[^=]*=' ''
    end
end
