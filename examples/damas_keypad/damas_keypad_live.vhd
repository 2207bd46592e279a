-- A test bench that is driven from outside: `damero board damas --design "ghdl -r --std=08 damas_keypad_live"` sends
-- orders on its standard input, one a line, and each is answered by one line on its standard output.
--
--     set NAME VALUE     an input takes a value, before the next edge
--     watch NAME 0|1     whether a change of this output ends `until`
--     go TICK            up to that many rising edges since power-on
--     until TICK         the same, or to the first edge after which a watched output differs
--
-- An answer is the tick and the outputs that the design has. The bench plays the keypad itself: `keys` are the keys that
-- are held, `columns` what is driven from outside.

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity damas_keypad_live is
end entity;

architecture bench of damas_keypad_live is
    signal clock, reset  : std_logic := '0';
    signal keys          : std_logic_vector(15 downto 0) := (others => '0');
    signal outside       : std_logic_vector(3 downto 0) := "1111";
    signal columns, rows : std_logic_vector(3 downto 0);
    signal key           : std_logic_vector(3 downto 0);

    -- Which key closes which row and column, row by row from the top left.
    type key_places is array (0 to 15) of natural;
    constant PLACES : key_places := (1, 2, 3, 15, 4, 5, 6, 14, 7, 8, 9, 13, 10, 0, 11, 12);
begin
    design : entity work.damas_keypad port map (clock, reset, columns, rows, key);

    process (all)
        variable lines : std_logic_vector(3 downto 0);
    begin
        lines := outside;
        for place in PLACES'range loop
            if keys(PLACES(place)) = '1' and rows(3 - place / 4) = '0' then
                lines(3 - place mod 4) := '0';
            end if;
        end loop;
        columns <= lines;
    end process;

    process
        variable order             : line;
        variable word, name        : string(1 to 16);
        variable length, last      : natural;
        variable value, tick       : natural := 0;
        variable watch_rows        : boolean := false;
        variable watch_key         : boolean := false;
        variable watch_columns     : boolean := false;
        variable rows_before       : std_logic_vector(3 downto 0);
        variable key_before        : std_logic_vector(3 downto 0);
        variable columns_before    : std_logic_vector(3 downto 0);
        variable answer            : line;
    begin
        wait for 1 ns;
        while not endfile(input) loop
            readline(input, order);
            sread(order, word, length);
            if word(1 to length) = "set" then
                sread(order, name, last);
                read(order, value);
                if name(1 to last) = "reset" then
                    reset <= '1' when value /= 0 else '0';
                elsif name(1 to last) = "keys" then
                    keys <= std_logic_vector(to_unsigned(value, 16));
                elsif name(1 to last) = "columns" then
                    outside <= std_logic_vector(to_unsigned(value, 4));
                end if;  -- the switches are not there yet
                wait for 1 ns;
            elsif word(1 to length) = "watch" then
                sread(order, name, last);
                read(order, value);
                if name(1 to last) = "rows" then watch_rows := value /= 0; end if;
                if name(1 to last) = "key" then watch_key := value /= 0; end if;
                if name(1 to last) = "column_lines" then watch_columns := value /= 0; end if;
            else
                read(order, value);
                rows_before := rows;
                key_before := key;
                columns_before := columns;
                while tick < value loop
                    exit when word(1 to length) = "until" and ((watch_rows and rows /= rows_before)
                        or (watch_key and key /= key_before) or (watch_columns and columns /= columns_before));
                    wait for 9 ns;
                    clock <= '1';
                    wait for 10 ns;
                    clock <= '0';
                    wait for 1 ns;
                    tick := tick + 1;
                end loop;
            end if;
            swrite(answer, integer'image(tick) & " rows=0b" & to_string(rows) & " key=0b" & to_string(key)
                & " column_lines=0b" & to_string(columns));
            writeline(output, answer);
            flush(output);
        end loop;
        wait;
    end process;
end architecture;
