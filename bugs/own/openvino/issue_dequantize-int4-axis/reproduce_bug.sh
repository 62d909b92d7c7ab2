conda create -y -n issue_dequantize-int4-axis python=3.11
conda activate issue_dequantize-int4-axis
pip install -r requirements.txt pytest
pytest -sx test_issue_dequantize-int4-axis.py
