conda create -y -n issue_dequantize-uneven-blocks python=3.11
conda activate issue_dequantize-uneven-blocks
pip install -r requirements.txt pytest
pytest -sx test_issue_dequantize-uneven-blocks.py
