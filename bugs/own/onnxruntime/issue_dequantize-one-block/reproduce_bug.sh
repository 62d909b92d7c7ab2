conda create -y -n issue_dequantize-one-block python=3.11
conda activate issue_dequantize-one-block
pip install -r requirements.txt pytest
pytest -sx test_issue_dequantize-one-block.py
