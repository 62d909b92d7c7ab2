conda create -y -n issue_matmul-float8-dequantized python=3.11
conda activate issue_matmul-float8-dequantized
pip install -r requirements.txt pytest
pytest -sx test_issue_matmul-float8-dequantized.py
